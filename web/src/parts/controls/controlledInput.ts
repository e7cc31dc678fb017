// Controlled inputs: checkboxes and radio buttons show the table's state, which changes only once the server agrees.

import { tick } from "svelte";

/** After pending updates, reset an input and its radio group to the state in `data-checked`. */
export async function restoreChecked(input: HTMLInputElement): Promise<void> {
  await tick();
  const isInGroup = input.type === "radio" && input.name;
  const group = isInGroup ? document.getElementsByName(input.name) : [input];
  for (const one of group) {
    if (one instanceof HTMLInputElement) one.checked = one.dataset.checked === "true";
  }
}
