// Optimistic settings: a change is shown until the server has answered.

import type { TableStore } from "../../table/tableStore.svelte.ts";
import type { Settings } from "../../wire/messages.ts";

const TIMEOUT_MS = 3_000;

/** Settings are sent as a whole, so a second change must include a first one that is still pending. */
export class SettingsDraft {
  #pending = $state.raw<Settings | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRefusal = 0; // id of the last refusal before the change
  readonly #store: () => TableStore;
  readonly #confirmed: () => Settings;

  constructor(store: () => TableStore, confirmed: () => Settings) {
    this.#store = store;
    this.#confirmed = confirmed;
    $effect(() => {
      const wasRefused = store().refusals.some(
        ({ id, value }) => id > this.#lastRefusal && value.about === "change-settings",
      );
      if (wasRefused || isSame(confirmed(), this.#pending)) this.#pending = null;
    });
  }

  /** The settings as they will be if the server agrees. */
  get current(): Settings {
    return this.#pending ?? this.#confirmed();
  }

  /** Request a change of these settings. */
  change(part: Partial<Settings>): void {
    const settings = { ...this.current, ...part };
    this.#lastRefusal = this.#store().refusals.at(-1)?.id ?? 0;
    if (!this.#store().send({ type: "change-settings", settings })) return;
    this.#pending = settings;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pending = null;
    }, TIMEOUT_MS);
  }
}

function isSame(one: Settings, other: Settings | null): boolean {
  return other !== null && sorted(one) === sorted(other);
}

function sorted(settings: Settings): string {
  return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}
