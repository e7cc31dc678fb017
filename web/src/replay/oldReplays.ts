// Replays from before players could sit out, come late or withdraw an admission: their views lack some fields.

import type { PastRoundView, PlayerScore, PlayerView, RoundScore, View } from "../wire/messages.ts";
import type { Replay } from "../wire/replay.ts";

const NEW_IN_VIEW = { level_vote: false, stopped_by: null } satisfies Partial<View>;
const NEW_IN_PLAYER = {
  sits_out: false,
  out: false,
  lost: false,
  declined: false,
  admitted: false,
  level_vote: null,
  head_start: null,
} satisfies Partial<PlayerView>;
const NEW_IN_SCORE = { excused: false, sat_out: false } satisfies Partial<PlayerScore>;

/** Fill in the fields that a replay lacks because it is old. */
export function complete(replay: Replay): Replay {
  return { ...replay, steps: replay.steps.map((step) => ({ ...step, view: completeView(step.view) })) };
}

function completeView(view: View): View {
  return {
    ...NEW_IN_VIEW,
    ...view,
    players: view.players.map((player) => ({ ...NEW_IN_PLAYER, ...player })),
    motion: view.motion && { ...view.motion, artist: view.motion.artist ?? view.artist },
    score: view.score && completeScore(view.score),
    past: view.past.map((round): PastRoundView => ({ ...round, score: completeScore(round.score) })),
  };
}

function completeScore(score: RoundScore): RoundScore {
  return { ...score, players: score.players.map((player) => ({ ...NEW_IN_SCORE, ...player })) };
}
