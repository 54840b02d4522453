import { describe, expect, test } from 'vitest';
import { resultKinds } from '#kiosk/screens/model/result-kind.ts';
import { createSounds, gainOf, melodies } from '#kiosk/screens/model/sounds.ts';

describe('the six sounds', () => {
  test('differ in rhythm alone, with any pitch of a loudspeaker', () => {
    const rhythms = resultKinds.map((kind) =>
      melodies[kind].map(({ startS, lengthS }) => `${startS}+${lengthS}`).join(),
    );
    expect(new Set(rhythms).size).toBe(resultKinds.length);
  });

  test('differ in melody alone, without the rhythm', () => {
    const tunes = resultKinds.map((kind) => melodies[kind].map(({ hertz }) => hertz).join());
    expect(new Set(tunes).size).toBe(resultKinds.length);
  });

  test('go up for yes and down for no', () => {
    const step = (kind: 'admitted' | 'refused' | 'question'): number => {
      const notes = melodies[kind];
      return (notes.at(-1)?.hertz ?? 0) - (notes[0]?.hertz ?? 0);
    };
    expect([step('admitted') > 0, step('question') > 0, step('refused') < 0]).toEqual([true, true, true]);
  });

  test('are over before the next person holds out a ticket', () => {
    for (const kind of resultKinds) {
      expect(Math.max(...melodies[kind].map(({ startS, lengthS }) => startS + lengthS))).toBeLessThan(1);
    }
  });
});

test('the volume is heard: quiet is quieter than loud', () => {
  expect(gainOf.quiet).toBeLessThan(gainOf.middle);
  expect(gainOf.middle).toBeLessThan(gainOf.loud);
});

test('a machine without an audio device stays silent and goes on', () => {
  const sounds = createSounds(() => {
    throw new Error('no device');
  });
  expect(() => sounds.play('error', 'loud')).not.toThrow();
});
