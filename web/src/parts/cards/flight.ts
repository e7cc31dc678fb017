// Flight animations between two places on the page; instant with reduced motion.

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { crossfade } from "svelte/transition";

export const FLIGHT_MS = 420;

/** A pair of transitions: an element that leaves flies to the one that enters with the same key. */
export function flight(): ReturnType<typeof crossfade> {
  return crossfade({ duration: () => (prefersReducedMotion.current ? 0 : FLIGHT_MS), easing: cubicOut });
}
