// A few soft synthesized sounds; silent until the first gesture on the page, or if turned off.

import type { Fate } from "../wire/messages.ts";
import { me } from "./me.svelte.ts";
import type { TableEvent } from "./tableEvents.ts";

type Sound = "card" | "token" | "hurry" | "turn" | "stop" | Fate;

interface Note {
  readonly type: OscillatorType | "rustle";
  readonly hertz: number;
  readonly delay: number; // seconds
  readonly duration: number;
  readonly volume: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  // paper on paper
  card: [{ type: "rustle", hertz: 1800, delay: 0, duration: 0.09, volume: 0.22 }],
  // wood on wood
  token: [
    { type: "triangle", hertz: 660, delay: 0, duration: 0.09, volume: 0.16 },
    { type: "triangle", hertz: 990, delay: 0.07, duration: 0.16, volume: 0.16 },
  ],
  hurry: [
    { type: "sine", hertz: 523, delay: 0, duration: 0.14, volume: 0.16 },
    { type: "sine", hertz: 523, delay: 0.2, duration: 0.14, volume: 0.16 },
    { type: "sine", hertz: 659, delay: 0.4, duration: 0.24, volume: 0.16 },
  ],
  // a page
  turn: [
    { type: "rustle", hertz: 900, delay: 0, duration: 0.22, volume: 0.22 },
    { type: "sine", hertz: 392, delay: 0.05, duration: 0.3, volume: 0.06 },
  ],
  stop: [
    { type: "triangle", hertz: 784, delay: 0, duration: 0.12, volume: 0.2 },
    { type: "triangle", hertz: 523, delay: 0.12, duration: 0.4, volume: 0.2 },
  ],
  right: [
    { type: "triangle", hertz: 523, delay: 0, duration: 0.14, volume: 0.14 },
    { type: "triangle", hertz: 659, delay: 0.08, duration: 0.14, volume: 0.14 },
    { type: "triangle", hertz: 784, delay: 0.16, duration: 0.3, volume: 0.14 },
  ],
  wrong: [{ type: "sine", hertz: 175, delay: 0, duration: 0.22, volume: 0.18 }],
  returned: [{ type: "rustle", hertz: 1200, delay: 0, duration: 0.14, volume: 0.18 }],
};

const SOUND_OF: Readonly<Record<TableEvent["kind"], Sound | null>> = {
  laid: "card",
  taken: "token",
  finished: null,
  hurry: "hurry",
  turned: "turn",
  replaced: "card",
  "sat-out": null,
  "came-back": null,
  "joined-late": null,
  "stood-in": null,
  paused: "turn",
  resumed: "turn",
  "asked-for-pause": "hurry",
  "rounds-changed": null,
};

let context: AudioContext | null = null;

/** Enable sound at the first gesture, as browsers require; returns a function that stops listening. */
export function unlockSoundsOnGesture(): () => void {
  const stopped = new AbortController();
  const unlock = (): void => {
    if (!me.hasSound) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  for (const gesture of ["pointerup", "keydown"])
    addEventListener(gesture, unlock, { signal: stopped.signal });
  return () => stopped.abort();
}

/** Play the sounds of these events, each sound once. */
export function playSoundsFor(events: readonly TableEvent[]): void {
  for (const sound of new Set(events.map(({ kind }) => SOUND_OF[kind]))) if (sound) playSound(sound);
}

export function playSound(sound: Sound): void {
  if (!me.hasSound || context?.state !== "running") return;
  for (const note of SOUNDS[sound]) play(context, note);
}

/** Play a note with a fast attack and a decay. */
function play(on: AudioContext, { type, hertz, delay, duration, volume }: Note): void {
  const begin = on.currentTime + delay;
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0005, begin + duration);
  gain.connect(on.destination);
  const source = type === "rustle" ? rustle(on, hertz, duration, gain) : wave(on, type, hertz, gain);
  source.start(begin);
  source.stop(begin + duration);
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

/** A burst of noise around a pitch. */
function rustle(on: AudioContext, hertz: number, duration: number, out: AudioNode): AudioScheduledSourceNode {
  const noise = new AudioBuffer({ length: Math.ceil(on.sampleRate * duration), sampleRate: on.sampleRate });
  noise.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = Math.random() * 2 - 1;
  });
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  source.connect(new BiquadFilterNode(on, { type: "bandpass", frequency: hertz, Q: 0.8 })).connect(out);
  return source;
}
