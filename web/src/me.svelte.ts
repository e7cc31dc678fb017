// Who sits before this browser: a name, and the secret key to the seats that are theirs.

const NAME = "pictomania.name";
const KEY = "pictomania.key";
const SOUND = "pictomania.sound";

let name = $state(read(NAME) ?? "");
let hasSound = $state(read(SOUND) !== "off");

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
};

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
