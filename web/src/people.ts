// Those who play, as far as it matters for showing them: at a table or in a game of long ago.

import { currentLanguage } from "./texts/language.svelte.ts";
import type { Colour } from "./wire.ts";

export interface Person {
  readonly name: string;
  readonly colour: Colour;
  readonly bot?: boolean; // is it a program?
}

/** Stands in where nobody is known. */
const NOBODY: Person = { name: "?", colour: "red" };

export function personAt(people: readonly Person[], seat: number): Person {
  return people[seat] ?? NOBODY;
}

/** The same seats with the names of those who had them at another time, as far as these are known. */
export function withNames<P extends Person>(
  people: readonly P[],
  names: readonly string[] = [],
): readonly P[] {
  return people.map((person, seat) => ({ ...person, name: names[seat] ?? person.name }));
}

/** Several names as one says them: "Ada, Ben and Cleo". */
export function named(people: readonly Person[], seats: readonly number[]): string {
  const names = seats.map((seat) => personAt(people, seat).name);
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}
