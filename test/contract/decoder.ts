/**
 * The contract of a QR decoder for pictures of tickets, run by every implementation. The pictures are made by
 * `test/fixtures/qr-pictures.ts`; each decoder declares which conditions it fails under, and the suite holds it to that
 * in both directions, so that the list can neither become outdated nor flatter.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Decoder, MAX_CODES } from '#kiosk/scanner/camera/decoder.ts';
import { type Conditions, drawFrame, emptyFrames, type Placement } from '#test/fixtures/qr-pictures.ts';

export interface DecoderExpectations {
  /** Names of `CONDITIONS`, each with how many of the two tickets it does not read under them; 0 where not named. */
  readonly misses: Readonly<Record<string, 1 | 2>>;
  /** How many of two tickets held side by side it reads at least. */
  readonly ofTwoCodes: 0 | 1 | 2;
}

const JSON_TICKET = JSON.stringify({
  type: 'event_ticket',
  ticketNumber: 'ET-7Q2M8KX4PA',
  timestamp: 1_790_000_000,
  sig: `${'Zq7+/3aB9xLk'.repeat(7)}Wg==`,
});
const COMPACT_TICKET = `GATE1:${'6BF5NCFOXN*T4:83K+8DUPC2VJ0CIK.WS%E9TRBY2O1VLGD'.repeat(2)}`;

const CONDITIONS: Readonly<Record<string, readonly [Placement, Conditions?]>> = {
  '200 px': [{ sidePx: 200 }],
  '260 px': [{ sidePx: 260 }],
  '330 px': [{ sidePx: 330 }],
  '470 px': [{ sidePx: 470 }],
  'a 1280 × 720 frame': [
    { sidePx: 600, turnDeg: 4 },
    { widthPx: 1280, heightPx: 720 },
  ],
  'in a corner': [{ sidePx: 200, turnDeg: 8, x: 0.2, y: 0.25 }],
  'turned 15°': [{ sidePx: 320, turnDeg: 15 }],
  'turned 45°': [{ sidePx: 320, turnDeg: 45 }],
  'turned 90°': [{ sidePx: 320, turnDeg: 90 }],
  'upside down': [{ sidePx: 320, turnDeg: 180 }],
  'blur 1 px': [{ sidePx: 360, turnDeg: 5 }, { blurPx: 1 }],
  'blur 2 px': [{ sidePx: 360, turnDeg: 5 }, { blurPx: 2 }],
  'blur 3 px': [{ sidePx: 360, turnDeg: 5 }, { blurPx: 3 }],
  'noise 10': [{ sidePx: 360, turnDeg: 5 }, { noise: 10 }],
  'noise 25': [
    { sidePx: 360, turnDeg: 5 },
    { noise: 25, seed: 2 },
  ],
  'noise 50': [
    { sidePx: 360, turnDeg: 5 },
    { noise: 50, seed: 3 },
  ],
  'blur and noise': [
    { sidePx: 380, turnDeg: 7 },
    { blurPx: 1.2, noise: 12, seed: 4 },
  ],
  inverted: [
    { sidePx: 340, turnDeg: 3 },
    { dark: 235, light: 20, background: 100 },
  ],
  'low contrast': [
    { sidePx: 340, turnDeg: 3 },
    { dark: 110, light: 150, background: 130 },
  ],
  'in the dark': [{ sidePx: 340 }, { dark: 5, light: 45, background: 20 }],
};

/** @param makeDecoder makes the decoder under test, once for the suite */
export function describeDecoder(
  name: string,
  makeDecoder: () => Promise<Decoder>,
  expected: DecoderExpectations,
): void {
  describe(`${name} as a decoder`, () => {
    let decoder: Decoder;

    beforeAll(async () => {
      decoder = await makeDecoder();
    });

    test('says who it is', () => {
      expect(decoder.name).toBe(name);
    });

    test.each(Object.keys(CONDITIONS))('a ticket, %s', async (condition) => {
      const [placement, conditions] = CONDITIONS[condition] ?? [];
      let missed = 0;
      for (const text of [JSON_TICKET, COMPACT_TICKET]) {
        const read = await decoder.decode(
          drawFrame(placement === undefined ? [] : [{ text, ...placement }], conditions),
        );
        // Missing a ticket is a nuisance, reading a wrong text never happens.
        if (read.length === 0) missed++;
        else expect(read).toEqual([text]);
      }
      expect(missed).toBe(expected.misses[condition] ?? 0);
    });

    test('only knows conditions that exist', () => {
      expect(Object.keys(CONDITIONS)).toEqual(expect.arrayContaining(Object.keys(expected.misses)));
    });

    test.each(emptyFrames())('sees nothing in a frame that is $what', async ({ picture }) => {
      expect(await decoder.decode(picture)).toEqual([]);
    });

    test('gives any text as it is written, control characters and all', async () => {
      for (const text of ['Zoë 李雷 😀', 'line\none\u001dtwo', '0123456789', ' A B ', '<script>alert(1)</script>']) {
        expect(await decoder.decode(drawFrame([{ text, sidePx: 280 }]))).toEqual([text]);
      }
    });

    test('several codes in one frame: never a text that is not there, never more than the bound', async () => {
      const texts = [COMPACT_TICKET, 'https://example.org/poster', 'B', 'C', 'D', 'E'];
      const two = texts.slice(0, 2).map((text, at) => ({ text, sidePx: 280, x: 0.25 + at / 2 }));
      const read = await decoder.decode(drawFrame(two));
      expect(texts).toEqual(expect.arrayContaining([...read]));
      expect(read.length).toBeGreaterThanOrEqual(expected.ofTwoCodes);
      const six = texts.map((text, at) => ({ text, sidePx: 200, x: (1 + 2 * (at % 3)) / 6, y: at < 3 ? 0.25 : 0.75 }));
      const many = await decoder.decode(drawFrame(six));
      expect(many.length).toBeLessThanOrEqual(MAX_CODES);
      expect(texts).toEqual(expect.arrayContaining([...many]));
    });

    test('pictures one after the other do not mix', async () => {
      const frames = ['FIRST', null, 'SECOND'].map((text) => drawFrame(text === null ? [] : [{ text, sidePx: 240 }]));
      const read = await Promise.all(frames.map((frame) => decoder.decode(frame)));
      expect(read).toEqual([['FIRST'], [], ['SECOND']]);
    });
  });
}
