/** Properties of the score for any two profiles: symmetry, bounds, monotony, and that missing data never helps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { otherOfPair, pairId } from '#shared/networking/pair-id.ts';
import { type ProfileWords, traitsOf } from '#shared/networking/profile.ts';
import { reasonsFor, reasonsMax } from '#shared/networking/reasons.ts';
import { roleRules } from '#shared/networking/roles.ts';
import { isPrevented, scorePair, scoreParts, totalOf } from '#shared/networking/score.ts';

const rules = roleRules(null, null);
const item = fc.constantFrom('AI', 'ai', 'Climate', 'Seed funding', 'C++', 'Деньги', '資金', 'deal-flow', 'X', '!');
const list = (maxLength: number) => fc.array(item, { maxLength });
const title = fc.constantFrom('', 'Founder', 'CTO & co-founder', 'Investor', 'designer', 'Product Manager', 'Baker');
const profile: fc.Arbitrary<ProfileWords> = fc.record(
  {
    role: title,
    lookingFor: list(5),
    offering: list(5),
    interests: list(10),
    skills: list(10),
    industry: fc.constantFrom('', 'Banking', 'FinTech', 'Retail', 'Own'),
  },
  { requiredKeys: [] },
);
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const weight = fc.double({ min: 0.001, max: 10, noNaN: true });
const weights = fc.record(Object.fromEntries(scoreParts.map((part) => [part, weight]))) as fc.Arbitrary<
  Record<(typeof scoreParts)[number], number>
>;

const score = (a: ProfileWords, b: ProfileWords, w: Parameters<typeof scorePair>[2], s: number) =>
  scorePair(traitsOf(a, rules), traitsOf(b, rules), w, rules, s);

test('a pair has the same score from both sides, within its bounds', () => {
  fc.assert(
    fc.property(profile, profile, weights, unit, (a, b, w, s) => {
      const one = score(a, b, w, s);
      expect(score(b, a, w, s)).toEqual(one);
      for (const part of scoreParts) {
        expect(one.parts[part]).toBeGreaterThanOrEqual(0);
        expect(one.parts[part]).toBeLessThanOrEqual(1);
      }
      expect(one.score).toBeGreaterThanOrEqual(0);
      expect(one.score).toBeLessThanOrEqual(100 + 1e-9);
      expect(isPrevented(traitsOf(a, rules), traitsOf(b, rules), rules)).toBe(one.isPrevented);
    }),
  );
});

test('a part that is higher never gives a lower score', () => {
  fc.assert(
    fc.property(profile, profile, weights, unit, unit, (a, b, w, s, t) => {
      const { parts } = score(a, b, w, s);
      for (const part of scoreParts) {
        const more = { ...parts, [part]: Math.max(parts[part], t) };
        expect(totalOf(more, w)).toBeGreaterThanOrEqual(totalOf(parts, w) - 1e-9);
      }
    }),
  );
});

test('one more thing in common never gives a lower score', () => {
  fc.assert(
    fc.property(profile, profile, weights, unit, (a, b, w, s) => {
      const before = score(a, b, w, s).score;
      for (const name of ['interests', 'skills'] as const) {
        const both = (p: ProfileWords) => ({ ...p, [name]: [...(p[name] ?? []), 'both of them'] });
        expect(score(both(a), both(b), w, s).score).toBeGreaterThanOrEqual(before - 1e-9);
      }
      const offered = { ...b, offering: [...(b.offering ?? []), ...(a.lookingFor ?? [])] };
      expect(score(a, offered, w, s).score).toBeGreaterThanOrEqual(before - 1e-9);
    }),
  );
});

test('missing data never helps: leaving out any part of a profile does not raise the score', () => {
  fc.assert(
    fc.property(profile, profile, weights, unit, (a, b, w, s) => {
      const whole = score(a, b, w, s).score;
      for (const name of Object.keys(a)) {
        expect(score({ ...a, [name]: undefined }, b, w, s).score).toBeLessThanOrEqual(whole + 1e-9);
      }
      expect(score(a, b, w, 0).score).toBeLessThanOrEqual(whole + 1e-9);
    }),
  );
});

test('reasons: at most four, complementary and role first, none without its part', () => {
  fc.assert(
    fc.property(profile, profile, weights, unit, (a, b, w, s) => {
      const pair = score(a, b, w, s);
      const reasons = reasonsFor(traitsOf(a, rules), traitsOf(b, rules), pair, { weights: w, rules, name: 'Eve' });
      expect(reasons.length).toBeLessThanOrEqual(reasonsMax);
      for (const { type } of reasons) expect(pair.parts[type]).toBeGreaterThan(0);
      const ranks = reasons.map(({ type }) => (type === 'complementary' ? 0 : type === 'role' ? 1 : 2));
      expect(ranks).toEqual(ranks.toSorted());
    }),
  );
});

test('the id of a pair is the same from both sides, and with one it gives the other', () => {
  const id = fc
    .tuple(fc.integer({ min: 0, max: 2 ** 46 }), fc.uint8Array({ minLength: 10, maxLength: 10 }))
    .map(([ms, random]) => uuidv7(ms, random));
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(pairId(a, b)).toBe(pairId(b, a));
      expect(otherOfPair(pairId(a, b), a)).toBe(b);
      expect(otherOfPair(a, b)).toBe(null);
    }),
  );
});
