// Word cards that were replaced a moment ago, so that everyone notices who replaced which.

import { untrack } from "svelte";
import { type Replacement, tableEvents } from "./tableEvents.ts";
import type { TableStore } from "./tableStore.svelte.ts";

const SHOWN_MS = 8_000;

export class RecentReplacements {
  all = $state.raw<readonly Replacement[]>([]);

  constructor(store: () => TableStore) {
    $effect(() => {
      const now = store().state;
      if (now) untrack(() => this.#add(tableEvents(store().previous, now).filter(isReplacement)));
    });
  }

  #add(found: readonly Replacement[]): void {
    if (!found.length) return;
    this.all = [...this.all, ...found];
    setTimeout(() => (this.all = this.all.filter((one) => !found.includes(one))), SHOWN_MS);
  }
}

function isReplacement(event: { readonly kind: string }): event is Replacement {
  return event.kind === "replaced";
}
