/** Points, badges and ranks: the given values, and what holds for every person. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityNames, activityTypeOf, activityTypes, pointsFor } from '#shared/gamification/activity-types.ts';
import {
  type AwardFacts,
  badgeIds,
  badges,
  earnedBadges,
  legendsAmong,
  observedShare,
  progressOf,
  shareStanding,
} from '#shared/gamification/badges.ts';
import { isExcluded, ranked } from '#shared/gamification/ranking.ts';

const usual = { points: {}, caps: {}, own: [] };

describe('points', () => {
  test('those of the design, and what no client reports', () => {
    expect(Object.fromEntries(activityNames.map((name) => [name, activityTypes[name].points]))).toEqual({
      checkin: 10,
      early_checkin: 10,
      session_attended: 10,
      session_rated: 3,
      match_mutual: 5,
      meeting_completed: 15,
      booth_visit: 5,
      question_approved: 4,
      poll_vote: 2,
      profile_completed: 10,
    });
    expect(activityNames.filter((name) => !activityTypes[name].reportable)).toEqual([
      'checkin',
      'early_checkin',
      'session_attended',
      'meeting_completed',
      'booth_visit',
    ]);
  });

  test('an event’s own points, limits and types; the sixth question of a day earns nothing', () => {
    const own = [{ id: 'photo', points: 7, maxPerDay: 2 }];
    const setting = { points: { poll_vote: 9 }, caps: { poll_vote: 3 }, own };
    expect(activityTypeOf('poll_vote', setting)).toMatchObject({ points: 9, maxPerDay: 3 });
    expect(activityTypeOf('photo', setting)).toEqual({ points: 7, maxPerDay: 2, reportable: true });
    expect(activityTypeOf('toString', setting)).toBeNull();
    const question = activityTypeOf('question_approved', usual)!;
    expect([4, 5].map((earned) => pointsFor(question, earned))).toEqual([
      { points: 4, capped: false },
      { points: 0, capped: true },
    ]);
  });
});

const nothing: AwardFacts = {
  checkins: 0,
  early: false,
  profileComplete: false,
  sessions: 0,
  mutualMatches: 0,
  ratings: 0,
  votes: 0,
  meetings: 0,
  companies: 0,
  approvedQuestions: 0,
  booths: 0,
  boothsStayed: 0,
  boothsInAll: 30,
  tracks: [],
};

describe('badges', () => {
  test('15, in the bands of the interface; only rare and legendary ones enter draws', () => {
    expect(badgeIds).toHaveLength(15);
    const byRarity = Map.groupBy(badgeIds, (id) => badges[id].rarity);
    expect([...byRarity].map(([rarity, ids]) => [rarity, ids.length])).toEqual([
      ['common', 5],
      ['uncommon', 5],
      ['rare', 3],
      ['legendary', 2],
    ]);
    for (const id of badgeIds) expect(badges[id].prizeDraw).toBe(['rare', 'legendary'].includes(badges[id].rarity));
  });

  test.each<[string, Partial<AwardFacts>, Partial<AwardFacts>]>([
    ['first_checkin', {}, { checkins: 1 }],
    ['profile_complete', {}, { profileComplete: true }],
    ['first_session', {}, { sessions: 1 }],
    ['first_connection', {}, { mutualMatches: 1 }],
    ['feedback_giver', {}, { votes: 1 }],
    ['feedback_giver', {}, { ratings: 1 }],
    ['early_bird', { checkins: 1 }, { early: true }],
    ['session_explorer', { sessions: 4 }, { sessions: 5 }],
    ['networker', { meetings: 2 }, { meetings: 3 }],
    ['booth_hopper', { boothsStayed: 4, booths: 9 }, { boothsStayed: 5 }],
    ['curious_mind', { approvedQuestions: 2 }, { approvedQuestions: 3 }],
    ['super_networker', { meetings: 8, companies: 4 }, { meetings: 8, companies: 5 }],
    ['super_networker', { meetings: 7, companies: 5 }, { meetings: 8, companies: 5 }],
    ['track_master', { tracks: [{ attended: 3, inAll: 3 }] }, { tracks: [{ attended: 4, inAll: 5 }] }],
    ['track_master', { tracks: [{ attended: 7, inAll: 9 }] }, { tracks: [{ attended: 8, inAll: 9 }] }],
    ['expo_champion', { booths: 17 }, { booths: 18 }],
    ['expo_champion', { booths: 9, boothsInAll: 9 }, { booths: 10, boothsInAll: 12 }],
    ['all_rounder', { sessions: 10, meetings: 5, booths: 9 }, { sessions: 10, meetings: 5, booths: 10 }],
  ])('%s: not by %j, but by %j', (id, before, after) => {
    expect(earnedBadges({ ...nothing, ...before })).not.toContain(id);
    expect(earnedBadges({ ...nothing, ...after })).toContain(id);
  });

  test('the legends: 1 percent rounded up, at least one where anyone takes part', () => {
    expect([0, 1, 100, 101, 2_000].map(legendsAmong)).toEqual([0, 1, 1, 2, 20]);
    expect(progressOf('event_legend', nothing)).toBeNull();
  });

  test('the observed share stands beside the target', () => {
    expect(observedShare(1, 3)).toBe(33.3);
    expect(observedShare(0, 0)).toBe(0);
    expect([49.9, 50, 70, 70.1].map((share) => shareStanding('common', share))).toEqual([
      'below',
      'within',
      'within',
      'above',
    ]);
  });

  const count = fc.nat({ max: 30 });
  const facts: fc.Arbitrary<AwardFacts> = fc.record({
    checkins: count,
    early: fc.boolean(),
    profileComplete: fc.boolean(),
    sessions: count,
    mutualMatches: count,
    ratings: count,
    votes: count,
    meetings: count,
    companies: count,
    approvedQuestions: count,
    booths: count,
    boothsStayed: count,
    boothsInAll: fc.constant(30),
    tracks: fc.array(fc.record({ attended: count, inAll: fc.constant(9) }), { maxLength: 3 }),
  });
  const more = fc.constantFrom(
    ...(Object.keys(nothing) as (keyof AwardFacts)[]).filter((name) => name !== 'boothsInAll'),
  );
  const grow = (value: AwardFacts, name: keyof AwardFacts): AwardFacts => {
    const had = value[name];
    if (typeof had === 'number') return { ...value, [name]: had + 1 };
    if (typeof had === 'boolean') return { ...value, [name]: true };
    return { ...value, tracks: value.tracks.map((track) => ({ ...track, attended: track.attended + 1 })) };
  };

  test('monotone: doing more never loses a badge, and progress never falls or exceeds its goal', () => {
    fc.assert(
      fc.property(facts, more, (before, name) => {
        const after = grow(before, name);
        expect(earnedBadges(after)).toEqual(expect.arrayContaining([...earnedBadges(before)]));
        for (const id of badgeIds) {
          const [old, now] = [progressOf(id, before), progressOf(id, after)];
          if (!old || !now) continue;
          expect(now.value / now.goal).toBeGreaterThanOrEqual(old.value / old.goal);
          expect(now.value).toBeLessThanOrEqual(now.goal);
        }
      }),
    );
  });
});

describe('ranks', () => {
  const standing = (id: string, points: number, reachedAt = '2026-05-04T07:00:00.000Z') => ({ id, points, reachedAt });

  test('1, 2, 2, 4; within equal points the earlier, then the lower id', () => {
    const all = [
      standing('d', 10),
      standing('c', 20, '2026-05-04T09:00:00.000Z'),
      standing('b', 20),
      standing('a', 30),
      standing('aa', 10),
    ];
    expect(ranked(all).map(({ id, rank }) => `${rank} ${id}`)).toEqual(['1 a', '2 b', '2 c', '4 aa', '4 d']);
  });

  test('a rank is 1 plus the number of people with more points', () => {
    const people = fc.uniqueArray(fc.record({ id: fc.uuid(), points: fc.nat({ max: 5 }) }), { selector: (p) => p.id });
    fc.assert(
      fc.property(people, (some) => {
        for (const one of ranked(some.map(({ id, points }) => standing(id, points))))
          expect(one.rank).toBe(1 + some.filter(({ points }) => points > one.points).length);
      }),
    );
  });

  test('staff and exhibitors are excluded by the name of their role or ticket, not by a part of it', () => {
    const excluded = ['Staff', 'exhibitor'];
    expect(isExcluded(['staff ', null], excluded)).toBe(true);
    expect(isExcluded(['Founder', 'EXHIBITOR'], excluded)).toBe(true);
    expect(isExcluded(['Chief of Staff', 'vip'], excluded)).toBe(false);
  });
});
