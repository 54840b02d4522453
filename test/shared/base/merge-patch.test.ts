import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '#shared/base/json.ts';
import { mergePatch, patchTo } from '#shared/base/merge-patch.ts';

/** A merge patch cannot say null: what is null is not there. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(one)]));
}

const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 }), fc.constant(null)),
  tree: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('tree'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tree, { maxKeys: 4 });

test('a patch that leads from one setting to another takes out what the other lacks', () => {
  fc.assert(
    fc.property(object.map(withoutNulls), object, (before, after) => {
      expect(mergePatch(before, patchTo(before, after))).toEqual(withoutNulls(after));
    }),
  );
  expect(patchTo({ points: { checkin: 25 } }, { points: { vote: 1 } })).toEqual({ points: { checkin: null, vote: 1 } });
});
