// A few soft sounds made out of nothing but waves; silent until somebody has touched the page, or for good.

import type { Happening } from "./happenings.ts";
import { me } from "./me.svelte.ts";

type Sound = "card" | "token" | "hurry" | "turn";

interface Note {
  readonly type: OscillatorType | "rustle";
  readonly hertz: number;
  readonly after: number; // seconds
  readonly lasting: number;
  readonly loud: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  // paper on paper
  card: [{ type: "rustle", hertz: 1800, after: 0, lasting: 0.09, loud: 0.22 }],
  // wood on wood
  token: [
    { type: "triangle", hertz: 660, after: 0, lasting: 0.09, loud: 0.16 },
    { type: "triangle", hertz: 990, after: 0.07, lasting: 0.16, loud: 0.16 },
  ],
  hurry: [
    { type: "sine", hertz: 523, after: 0, lasting: 0.14, loud: 0.16 },
    { type: "sine", hertz: 523, after: 0.2, lasting: 0.14, loud: 0.16 },
    { type: "sine", hertz: 659, after: 0.4, lasting: 0.24, loud: 0.16 },
  ],
  // a page
  turn: [
    { type: "rustle", hertz: 900, after: 0, lasting: 0.22, loud: 0.22 },
    { type: "sine", hertz: 392, after: 0.05, lasting: 0.3, loud: 0.06 },
  ],
};

const SOUND_OF: Readonly<Record<Happening["is"], Sound | null>> = {
  laid: "card",
  taken: "token",
  finished: null,
  hurry: "hurry",
  turned: "turn",
};

let context: AudioContext | null = null;

/** Be ready to sound once somebody has touched the page; browsers allow nothing before. The answer takes it back. */
export function awaitGesture(): () => void {
  const over = new AbortController();
  const open = (): void => {
    if (!me.hasSound) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, open, { signal: over.signal });
  return () => over.abort();
}

/** Sound what has happened, each kind once. */
export function soundOf(happened: readonly Happening[]): void {
  if (!me.hasSound || context?.state !== "running") return;
  for (const sound of new Set(happened.map(({ is }) => SOUND_OF[is]))) {
    for (const note of sound ? SOUNDS[sound] : []) play(context, note);
  }
}

/** A note that swells quickly and dies away. */
function play(on: AudioContext, { type, hertz, after, lasting, loud }: Note): void {
  const begin = on.currentTime + after;
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0005, begin + lasting);
  gain.connect(on.destination);
  const source = type === "rustle" ? rustle(on, hertz, lasting, gain) : wave(on, type, hertz, gain);
  source.start(begin);
  source.stop(begin + lasting);
}

function wave(
  on: AudioContext,
  type: OscillatorType,
  hertz: number,
  out: AudioNode,
): AudioScheduledSourceNode {
  const source = new OscillatorNode(on, { type, frequency: hertz });
  source.connect(out);
  return source;
}

/** A breath of noise around a pitch. */
function rustle(on: AudioContext, hertz: number, lasting: number, out: AudioNode): AudioScheduledSourceNode {
  const noise = new AudioBuffer({ length: Math.ceil(on.sampleRate * lasting), sampleRate: on.sampleRate });
  noise.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = Math.random() * 2 - 1;
  });
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  source.connect(new BiquadFilterNode(on, { type: "bandpass", frequency: hertz, Q: 0.8 })).connect(out);
  return source;
}
