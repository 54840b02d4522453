/** The draw's published vector to the last digit, and what holds of every draw. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex } from '#shared/base/bytes.ts';
import { drawOrder, type Entrant, entrantLines, entrantMessage, uniformOf } from '#shared/gamification/prize-draw.ts';

const seed = Uint8Array.from({ length: 32 }, (_, n) => n);
const sha256 = (of: Uint8Array | string) => createHash('sha256').update(of).digest('hex');
const macWith = (key: Uint8Array, draw: string) => (entrant: Entrant) =>
  createHmac('sha256', key).update(entrantMessage(draw, entrant)).digest();

const entrants = [1, 1, 3, 1, 3].map((weight, at) => ({ id: `reg_00${at + 1}`, weight }));

describe('the published vector', () => {
  test('commit and entrants’ hash', () => {
    expect(sha256(seed)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
    expect(sha256(entrantLines(entrants.toReversed()))).toBe(
      'c50031eaf00ef6247abdea1b81133815fb4d92ec92c22da6cdb47b0e29939746',
    );
  });

  test('the order, with the six decimals that are given', () => {
    const order = drawOrder(entrants, macWith(seed, 'draw_1')).map(({ id, score }) => `${id} ${score.toFixed(6)}`);
    expect(order).toEqual([
      'reg_002 -0.001694',
      'reg_005 -0.002472',
      'reg_004 -0.384913',
      'reg_003 -0.541276',
      'reg_001 -1.536289',
    ]);
  });
});

test('the first 52 bits: the lowest number is above 0, the highest is 1', () => {
  expect(uniformOf(new Uint8Array(8))).toBe(2 ** -52);
  expect(uniformOf(new Uint8Array(8).fill(255))).toBe(1);
  const mac = Uint8Array.from([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0]);
  expect(uniformOf(mac)).toBe((Number(0x123456789abcdef0n >> 12n) + 1) / 2 ** 52);
});

const anyEntrants = fc.uniqueArray(fc.record({ id: fc.uuid(), weight: fc.constantFrom(1, 3) }), {
  selector: ({ id }) => id,
  maxLength: 40,
});
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('every entrant has one place, in any order of arrival; one who leaves changes no one else’s order', () => {
  fc.assert(
    fc.property(anyEntrants, anyKey, fc.nat(), (all, key, at) => {
      const macOf = macWith(key, 'd');
      const order = drawOrder(all, macOf);
      expect(order.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      expect(drawOrder(all.toReversed(), macOf)).toEqual(order);
      const gone = all[at % Math.max(1, all.length)]?.id;
      const rest = drawOrder(
        all.filter(({ id }) => id !== gone),
        macOf,
      );
      expect(rest).toEqual(order.filter(({ id }) => id !== gone));
    }),
  );
});

test('weight 3 comes first about three times as often as weight 1', () => {
  const two = [
    { id: 'one', weight: 1 },
    { id: 'three', weight: 3 },
  ];
  let first = 0;
  for (let n = 0; n < 4_000; n += 1) {
    const key = createHash('sha256').update(`fair ${n}`).digest();
    if (drawOrder(two, macWith(key, 'd'))[0]?.id === 'three') first += 1;
  }
  // 3,000 expected; the standard deviation is 27. The keys are fixed, so this cannot fail by chance.
  expect(Math.abs(first - 3_000)).toBeLessThan(110);
  expect(toHex(macWith(seed, 'd')(two[0]!))).toHaveLength(64);
});
