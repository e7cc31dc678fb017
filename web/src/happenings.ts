// What has happened between two states of a table, for whatever moves or sounds.

import type { Phase, State } from "./wire.ts";

export type Happening =
  | { readonly is: "laid"; readonly guesser: number; readonly artist: number } // a number card on a pile
  | { readonly is: "taken"; readonly seat: number; readonly token: number } // a black token
  | { readonly is: "finished"; readonly seat: number } // without one
  | { readonly is: "hurry"; readonly seat: number } // the only one left
  | { readonly is: "turned"; readonly phase: Phase }; // another part of the game has begun

/** What is new; nothing where there is nothing to compare with. */
export function happenings(before: State | null, now: State): readonly Happening[] {
  const [was, is] = [before?.view, now.view];
  if (!was || !is) return [];
  const found: Happening[] = [];
  if (was.phase !== is.phase) found.push({ is: "turned", phase: is.phase });
  if (before?.paper !== now.paper || was.phase !== "drawing") return found;
  is.players.forEach((player, seat) => {
    const earlier = was.players[seat];
    if (!earlier) return;
    for (const { guesser } of player.pile.slice(earlier.pile.length)) {
      found.push({ is: "laid", guesser, artist: seat });
    }
    if (player.token !== null && earlier.token === null) {
      found.push({ is: "taken", seat, token: player.token });
    } else if (player.finished && !earlier.finished) found.push({ is: "finished", seat });
  });
  if (is.hurry !== null && was.hurry !== is.hurry) found.push({ is: "hurry", seat: is.hurry });
  return found;
}
