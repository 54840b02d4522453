/**
 * Six sounds that staff tell apart without looking, by rhythm first, so that they differ on a bad loudspeaker too.
 * Made by WebAudio, so that nothing has to be loaded. Called when a result is shown.
 */
import type { Volume } from './preferences.ts';
import type { ResultKind } from './result-kind.ts';

export interface Note {
  /** Seconds from the start of the melody. */
  readonly startS: number;
  /** Seconds. */
  readonly lengthS: number;
  readonly hertz: number;
  readonly wave: OscillatorType;
}

/** No two have the same number, order and length of notes; a test holds that. */
export const melodies: Readonly<Record<ResultKind, readonly Note[]>> = {
  // Rises, short then long.
  admitted: [
    { startS: 0, lengthS: 0.1, hertz: 784, wave: 'sine' },
    { startS: 0.09, lengthS: 0.22, hertz: 1175, wave: 'sine' },
  ],
  // Falls, long and rough.
  refused: [
    { startS: 0, lengthS: 0.2, hertz: 247, wave: 'square' },
    { startS: 0.2, lengthS: 0.34, hertz: 165, wave: 'square' },
  ],
  // Two equal taps.
  attention: [
    { startS: 0, lengthS: 0.11, hertz: 587, wave: 'triangle' },
    { startS: 0.18, lengthS: 0.11, hertz: 587, wave: 'triangle' },
  ],
  // Three rising notes, the last one long, as a voice asks.
  question: [
    { startS: 0, lengthS: 0.12, hertz: 523, wave: 'sine' },
    { startS: 0.14, lengthS: 0.12, hertz: 587, wave: 'sine' },
    { startS: 0.28, lengthS: 0.3, hertz: 880, wave: 'sine' },
  ],
  // The same knock twice, each of two low notes: "again, again".
  duplicate: [
    { startS: 0, lengthS: 0.08, hertz: 392, wave: 'square' },
    { startS: 0.09, lengthS: 0.12, hertz: 294, wave: 'square' },
    { startS: 0.3, lengthS: 0.08, hertz: 392, wave: 'square' },
    { startS: 0.39, lengthS: 0.12, hertz: 294, wave: 'square' },
  ],
  // Five quick low ones: a machine in trouble.
  error: [0, 0.12, 0.24, 0.36, 0.48].map((startS) => ({ startS, lengthS: 0.07, hertz: 196, wave: 'sawtooth' })),
};

const loudness: Readonly<Record<OscillatorType, number>> = {
  sine: 0.32,
  triangle: 0.34,
  square: 0.12,
  sawtooth: 0.12,
  custom: 0.1,
};

/** Factor by which the loudness of every note is multiplied. */
export const gainOf: Readonly<Record<Volume, number>> = { quiet: 0.35, middle: 1, loud: 2.2 };

export interface Sounds {
  play(kind: ResultKind, volume: Volume): void;
}

/** Opens the audio device at the first sound: before a person has touched the page, browsers refuse it. */
export function createSounds(open: () => AudioContext = () => new AudioContext()): Sounds {
  let context: AudioContext | null = null;
  return {
    play: (kind, volume) => {
      try {
        context ??= open();
        void context.resume().catch(() => {});
        for (const note of melodies[kind]) playNote(context, note, gainOf[volume]);
      } catch (error) {
        // A machine without an audio device: colour, shape and words say the same.
        console.warn('no sound:', error);
      }
    },
  };
}

function playNote(context: AudioContext, note: Note, volume: number): void {
  const at = context.currentTime + note.startS;
  const peak = loudness[note.wave] * volume;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = note.wave;
  oscillator.frequency.value = note.hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + 0.012);
  gain.gain.setValueAtTime(peak, at + note.lengthS - 0.03);
  gain.gain.linearRampToValueAtTime(0, at + note.lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + note.lengthS + 0.02);
}
