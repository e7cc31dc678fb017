// Players as they are shown, at a table or in a replay.

import { currentLanguage } from "../texts/language.svelte.ts";
import type { Colour } from "../wire/messages.ts";

export interface Person {
  readonly name: string;
  readonly colour: Colour;
  readonly bot?: boolean; // played by a program
}

/** Placeholder for an unknown player. */
const UNKNOWN: Person = { name: "?", colour: "red" };

export function personAt(people: readonly Person[], seat: number): Person {
  return people[seat] ?? UNKNOWN;
}

/** The same seats with the names of an earlier round, where known. */
export function withNames<P extends Person>(
  people: readonly P[],
  names: readonly string[] = [],
): readonly P[] {
  return people.map((person, seat) => ({ ...person, name: names[seat] ?? person.name }));
}

/** Join names into a list, such as "Ada, Ben and Cleo". */
export function listNames(people: readonly Person[], seats: readonly number[]): string {
  const names = seats.map((seat) => personAt(people, seat).name);
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}
