// What anybody who has its code may know of a table before coming in.

export type Found =
  | {
      readonly is: "table";
      readonly phase: string; // `lobby`, or that of the game
      readonly players: number;
      readonly seats_free: number;
      readonly watching: boolean; // may one watch?
    }
  | { readonly is: "nowhere" }
  | { readonly is: "unknown" }; // the server did not say

/** Ask for a table by its code. */
export async function lookUp(code: string): Promise<Found> {
  try {
    const answer = await fetch(`/api/tables/${encodeURIComponent(code)}`);
    if (answer.status === 404) return { is: "nowhere" };
    if (!answer.ok) return { is: "unknown" };
    return { ...(await answer.json()), is: "table" };
  } catch {
    return { is: "unknown" };
  }
}
