// How things move from one place on the page to another; those who want calm see them there at once.

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade } from "svelte/transition";

export const FLIGHT_MS = 420;

/** A pair of transitions: what is sent from one place flies to where something with the same key is received. */
export function flight(): ReturnType<typeof crossfade> {
  return crossfade({ duration: () => (prefersReducedMotion.current ? 0 : FLIGHT_MS), easing: cubicOut });
}
