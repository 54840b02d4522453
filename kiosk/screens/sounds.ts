/**
 * Three sounds that staff tell apart without looking: admitted rises, refused falls and is rough, attention is two
 * equal taps. Made by WebAudio, so that nothing has to be loaded. Called when a verdict is shown.
 */
import type { Tone } from './verdict-view.ts';

interface Note {
  readonly startS: number;
  readonly lengthS: number;
  readonly hertz: number;
  readonly wave: OscillatorType;
}

const melodies: Readonly<Record<Tone, readonly Note[]>> = {
  go: [
    { startS: 0, lengthS: 0.1, hertz: 784, wave: 'sine' },
    { startS: 0.09, lengthS: 0.22, hertz: 1175, wave: 'sine' },
  ],
  look: [
    { startS: 0, lengthS: 0.11, hertz: 587, wave: 'triangle' },
    { startS: 0.18, lengthS: 0.11, hertz: 587, wave: 'triangle' },
  ],
  stop: [
    { startS: 0, lengthS: 0.2, hertz: 247, wave: 'square' },
    { startS: 0.2, lengthS: 0.34, hertz: 165, wave: 'square' },
  ],
};

const loudness: Readonly<Record<OscillatorType, number>> = {
  sine: 0.32,
  triangle: 0.34,
  square: 0.12,
  sawtooth: 0.1,
  custom: 0.1,
};

export interface Sounds {
  play(tone: Tone): void;
}

/** Opens the audio device at the first sound: before a person has touched the page, browsers refuse it. */
export function createSounds(open: () => AudioContext = () => new AudioContext()): Sounds {
  let context: AudioContext | null = null;
  return {
    play: (tone) => {
      try {
        context ??= open();
        void context.resume().catch(() => {});
        for (const note of melodies[tone]) playNote(context, note);
      } catch (error) {
        // A machine without an audio device: colour, shape and words say the same.
        console.warn('no sound:', error);
      }
    },
  };
}

function playNote(context: AudioContext, note: Note): void {
  const at = context.currentTime + note.startS;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = note.wave;
  oscillator.frequency.value = note.hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness[note.wave], at + 0.012);
  gain.gain.setValueAtTime(loudness[note.wave], at + note.lengthS - 0.03);
  gain.gain.linearRampToValueAtTime(0, at + note.lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + note.lengthS + 0.02);
}
