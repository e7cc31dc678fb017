// The player of this browser: name, preferences, and the secret key to their seats.

import { Skill } from "../wire/messages.ts";

const NAME = "pictomania.name";
const KEY = "pictomania.key";
const SOUND = "pictomania.sound";
const SKILL = "pictomania.skill";
const PLAYED = "pictomania.played";
const TABLE = "pictomania.table";

let name = $state(read(NAME) ?? "");
let hasSound = $state(read(SOUND) !== "off");
let skill = $state<Skill>(Skill.find((one) => one === read(SKILL)) ?? "normal");
let hasPlayed = $state(read(PLAYED) !== null);

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
  /** Skill of bots added by this player. */
  get skill(): Skill {
    return skill;
  },
  set skill(value: Skill) {
    skill = value;
    write(SKILL, value);
  },
  /** Whether this player has ever begun a game. */
  get hasPlayed(): boolean {
    return hasPlayed;
  },
};

export function rememberPlaying(): void {
  if (hasPlayed) return;
  hasPlayed = true;
  write(PLAYED, "yes");
}

/** The last table at which this browser had a seat. */
export function lastTable(): string | null {
  return read(TABLE);
}

/** Remember the current table; null forgets it. */
export function rememberTable(table: string | null): void {
  write(TABLE, table ?? "");
}

let key: string | null = null;

/** This browser's key: 128 random bits, created once and stored; sent only in the handshake and deck uploads. */
export function myKey(): string {
  key ??= read(KEY) ?? newKey();
  return key;
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const encoded = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  write(KEY, encoded);
  return encoded;
}

function read(item: string): string | null {
  try {
    return localStorage.getItem(item);
  } catch {
    return null; // storage is disabled
  }
}

function write(item: string, value: string): void {
  try {
    localStorage.setItem(item, value);
  } catch {
    // storage is disabled: the value lasts until a reload
  }
}
