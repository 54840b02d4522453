/** The worked examples of the scoring (A to F), and others with other values. */
import { describe, expect, test } from 'vitest';
import { type ProfileWords, traitsOf } from '#shared/networking/profile.ts';
import { reasonsFor } from '#shared/networking/reasons.ts';
import { roleRules, rolesIn } from '#shared/networking/roles.ts';
import { breakdownOf, calibrated, isEligible, scorePair, shownScore, usualWeights } from '#shared/networking/score.ts';

const rules = roleRules(null, null);
const ada: ProfileWords = {
  role: 'Founder & CTO',
  lookingFor: ['Seed funding', 'Enterprise customers'],
  offering: ['AI platform', 'Equity'],
  interests: ['AI', 'Climate', 'SaaS'],
  skills: ['Python', 'Go-to-market'],
};
const bo: ProfileWords = {
  role: 'investor',
  lookingFor: ['AI platform', 'Deal flow'],
  offering: ['Seed funding', 'Introductions'],
  interests: ['AI', 'FinTech', 'climate', 'Biotech'],
  skills: ['Finance'],
};
const cy: ProfileWords = {
  role: 'Developer',
  lookingFor: ['Co-founder role'],
  offering: ['Backend engineering'],
  interests: ['AI', 'Climate'],
  skills: ['python', 'rust'],
};

function score(a: ProfileWords, b: ProfileWords, semantic: number, weights = usualWeights, by = rules) {
  return scorePair(traitsOf(a, by), traitsOf(b, by), weights, by, semantic);
}
const shown = (a: ProfileWords, b: ProfileWords, semantic: number) => shownScore(score(a, b, semantic).score);

describe('the worked examples', () => {
  test('A: a founder and an investor', () => {
    const pair = score(ada, bo, 0.72);
    expect(breakdownOf(pair.parts)).toEqual({
      complementaryScore: 0.5,
      interestScore: 0.5714,
      skillScore: 0,
      industryScore: 0,
      roleScore: 1,
      semanticScore: 0.72,
    });
    expect(shownScore(pair.score)).toBe(54.9);
    const scene = { weights: usualWeights, rules, name: 'Bo' };
    expect(reasonsFor(traitsOf(ada, rules), traitsOf(bo, rules), pair, scene)).toEqual([
      {
        type: 'complementary',
        description: 'Bo offers Seed funding that you are looking for; you offer AI platform that Bo is looking for',
      },
      { type: 'role', description: 'Founder and Investor are complementary roles' },
      { type: 'semantic', description: 'Your profiles are closely related (72%)' },
      { type: 'interests', description: 'You share 2 interests: AI, Climate' },
    ]);
  });

  test('B: a founder and a developer of the same industry', () => {
    const same = { industry: 'Software' };
    const pair = score({ ...ada, ...same }, { ...cy, ...same }, 0.55);
    expect(breakdownOf(pair.parts)).toEqual({
      complementaryScore: 0,
      interestScore: 0.8,
      skillScore: 0.5,
      industryScore: 1,
      roleScore: 1,
      semanticScore: 0.55,
    });
    expect(shownScore(pair.score)).toBe(49);
  });

  test('C: two founders are prevented', () => {
    const pair = score(ada, { role: 'co-founder' }, 0.9);
    expect(pair.isPrevented).toBe(true);
    expect(isEligible({ ...pair, score: 100 }, 40)).toBe(false);
  });

  test('D: a designer with nothing in common is below the minimum', () => {
    const semantic = calibrated(-0.05, { lo: 0, hi: 1 });
    const pair = score(ada, { role: 'Designer', interests: ['Wine'] }, semantic);
    expect(pair.parts).toMatchObject({ role: 1, semantic: 0, interests: 0 });
    expect(shownScore(pair.score)).toBe(5);
    expect(isEligible(pair, 40)).toBe(false);
  });

  test('E: all perfect', () => {
    const one = { lookingFor: ['a'], offering: ['a'], interests: ['x'], skills: ['y'], industry: 'Retail' };
    expect(shown({ ...one, role: 'founder' }, { ...one, role: 'mentor' }, 1)).toBe(100);
  });

  test('F: only the meaning is the same, and the minimum is included', () => {
    const pair = score({}, {}, 1);
    expect(shownScore(pair.score)).toBe(40);
    expect(isEligible(pair, 40)).toBe(true);
  });

  test.each([
    ['CEO & Co-Founder', ['founder', 'ceo']],
    ['Venture Partner', []],
    ['Cofounder', ['founder']],
    ['Senior Product-Manager', ['product manager']],
    ['Foundered designs', []],
    ['ＣＴＯ', ['cto']],
  ])('roles in %s', (title, found) => {
    expect([...rolesIn(title, rules)].sort()).toEqual([...found].sort());
  });
});

describe('further examples', () => {
  test('one side alone is covered: 70 % of it counts', () => {
    const pair = score({ lookingFor: ['Mentoring', 'Funding'] }, { offering: ['mentoring'] }, 0);
    expect(pair.parts.complementary).toBeCloseTo(0.35, 12);
    expect(shownScore(pair.score)).toBe(8.8);
  });

  test('the same item twice counts once', () => {
    expect(score({ interests: ['AI', 'ai', ' A.I. '] }, { interests: ['AI'] }, 0).parts.interests).toBeCloseTo(2 / 3);
    expect(score({ interests: ['AI', 'ai'] }, { interests: ['Ai!'] }, 0).parts.interests).toBe(1);
  });

  test('C++ and C# are not C', () => {
    expect(score({ skills: ['C++', 'C#'] }, { skills: ['C'] }, 0).parts.skills).toBe(0);
    expect(score({ skills: ['c++'] }, { skills: ['C++'] }, 0).parts.skills).toBe(1);
  });

  test('industries: the same, the same sector, none', () => {
    const of = (a: string, b: string) => score({ industry: a }, { industry: b }, 0).parts.industry;
    expect([of('Banking', 'banking'), of('Banking', 'FinTech'), of('Banking', 'Retail'), of('Banking', '')]).toEqual([
      1, 0.5, 0, 0,
    ]);
    expect(of('Puppetry', 'puppetry')).toBe(1);
  });

  test('an industry that is not named is read from headline, company and bio', () => {
    const pair = score({ headline: 'Building retail software', company: 'Retail Works' }, { industry: 'Retail' }, 0);
    expect(pair.parts.industry).toBe(1);
  });

  test('weights of an event, which need not sum to 1', () => {
    const weights = { complementary: 0, interests: 3, skills: 0, industry: 0, role: 1, semantic: 0 };
    expect(score(ada, bo, 0.9, weights).score).toBeCloseTo((100 * (3 * (4 / 7) + 1)) / 4, 10);
  });

  test('an event’s own roles and prevented pairs', () => {
    const own = roleRules({ Buyer: ['Key Account Manager'] }, [['buyer', 'buyer']]);
    const buyer = { role: 'Head buyer' };
    expect(score(buyer, { role: 'Key-account manager' }, 0, usualWeights, own).parts.role).toBe(1);
    expect(score(buyer, { role: 'Buyer' }, 0, usualWeights, own).isPrevented).toBe(true);
    expect(score(ada, { role: 'co-founder' }, 0, usualWeights, own).isPrevented).toBe(false);
  });

  test('reasons: one side alone, industry, and at most four', () => {
    const you = { lookingFor: ['Legal advice'], industry: 'Retail', interests: ['Chess'], skills: ['Go'], role: 'cto' };
    const other = {
      offering: ['legal advice'],
      industry: 'retail',
      interests: ['chess'],
      skills: ['go'],
      role: 'investor',
    };
    const of = (a: ProfileWords, b: ProfileWords, semantic: number) =>
      reasonsFor(traitsOf(a, rules), traitsOf(b, rules), score(a, b, semantic), {
        weights: usualWeights,
        rules,
        name: 'Eve',
      }).map(({ description }) => description);
    expect(of(you, other, 0.61)).toEqual([
      'Eve offers legal advice that you are looking for',
      'CTO and Investor are complementary roles',
      'Your profiles are closely related (61%)',
      'You share 1 interest: Chess',
    ]);
    expect(of(other, you, 0).slice(0, 1)).toEqual(['You offer legal advice that Eve is looking for']);
    expect(of({ industry: 'Retail' }, { industry: 'retail' }, 0.59)).toEqual(['You both work in Retail']);
  });
});
