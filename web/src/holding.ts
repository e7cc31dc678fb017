// Boxes and buttons to choose from show what holds at the table, not what was clicked: that has to come back first.

import { tick } from "svelte";

/** Set an input, and those that belong to it, to what `data-holds` says once everything is up to date. */
export async function showWhatHolds(input: HTMLInputElement): Promise<void> {
  await tick();
  const isOfMany = input.type === "radio" && input.name;
  const group = isOfMany ? document.getElementsByName(input.name) : [input];
  for (const one of group) {
    if (one instanceof HTMLInputElement) one.checked = one.dataset.holds === "yes";
  }
}
