// Who sits before this browser: a name, what they like, and the secret key to the seats that are theirs.

import { Skill } from "./wire.ts";

const NAME = "pictomania.name";
const KEY = "pictomania.key";
const SOUND = "pictomania.sound";
const SKILL = "pictomania.skill";
const TABLE = "pictomania.table";

let name = $state(read(NAME) ?? "");
let hasSound = $state(read(SOUND) !== "off");
let skill = $state<Skill>(Skill.find((one) => one === read(SKILL)) ?? "normal");

export const me = {
  get name(): string {
    return name;
  },
  set name(value: string) {
    name = value;
    write(NAME, value);
  },
  get hasSound(): boolean {
    return hasSound;
  },
  set hasSound(value: boolean) {
    hasSound = value;
    write(SOUND, value ? "on" : "off");
  },
  /** How well bots shall play that come. */
  get skill(): Skill {
    return skill;
  },
  set skill(value: Skill) {
    skill = value;
    write(SKILL, value);
  },
};

/** The table at which this browser had a seat last, to find the way back. */
export function lastTable(): string | null {
  return read(TABLE);
}

/** Remember where one sits, or (null) that one sits nowhere. */
export function sitAt(table: string | null): void {
  write(TABLE, table ?? "");
}

let key: string | null = null;

/** The key of this browser: 128 random bits, made once and kept; it never leaves but in a hello. */
export function myKey(): string {
  key ??= read(KEY) ?? newKey();
  return key;
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  write(KEY, made);
  return made;
}

function read(what: string): string | null {
  try {
    return localStorage.getItem(what);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(what: string, value: string): void {
  try {
    localStorage.setItem(what, value);
  } catch {
    // then it is asked again after a reload
  }
}
