/**
 * The 15 badges and the rule of each (section 5 of the design of events). The rarity is a target: the share of attendees
 * that should hold the badge, not a chance. Rules are monotone: what a person does more of never takes a badge away.
 */

export const rarities = ['common', 'uncommon', 'rare', 'legendary'] as const;
export type Rarity = (typeof rarities)[number];

/** Target share of attendees in percent, and what an entry in a prize draw weighs. */
export const rarityTraits = {
  common: { targetShare: { min: 50, max: 70 }, weight: 1 },
  uncommon: { targetShare: { min: 20, max: 40 }, weight: 1 },
  rare: { targetShare: { min: 5, max: 15 }, weight: 1 },
  legendary: { targetShare: { min: 1, max: 5 }, weight: 3 },
} as const satisfies Readonly<Record<Rarity, object>>;

/** Activity of one person at one event. */
export interface AwardFacts {
  readonly checkins: number;
  readonly early: boolean;
  readonly profileComplete: boolean;
  /** Distinct sessions. */
  readonly sessions: number;
  readonly mutualMatches: number;
  readonly ratings: number;
  readonly votes: number;
  readonly meetings: number;
  /** Distinct companies of the people met. */
  readonly companies: number;
  readonly approvedQuestions: number;
  /** Distinct booths. */
  readonly booths: number;
  /** Distinct booths with at least `dwellSecondsMin`. */
  readonly boothsStayed: number;
  /** Booths of the event. */
  readonly boothsInAll: number;
  /** One entry for each track in which the person attended sessions. */
  readonly tracks: readonly { readonly attended: number; readonly inAll: number }[];
}

/** Time at a booth from which on it counts among `boothsStayed`. */
export const dwellSecondsMin = 60;
/** Minutes after the doors open. */
export const earlyMinutes = 60;

/** Quantities that a rule of several parts counts, each for itself. */
export const countedThings = ['sessions', 'meetings', 'companies', 'booths'] as const;
export type CountedThing = (typeof countedThings)[number];

/** Progress in one part of a rule. */
interface Part {
  readonly have: number;
  readonly goal: number;
  /** Null: the rule has no other part. */
  readonly of: CountedThing | null;
}

export interface Badge {
  readonly name: string;
  readonly description: string;
  readonly rarity: Rarity;
  readonly prizeDraw: boolean;
  /** Awarded when every part has reached its goal; null: awarded by the final leaderboard. */
  readonly parts: ((facts: AwardFacts) => readonly Part[]) | null;
}

const goal = (have: number, needed: number, of: CountedThing | null = null): readonly Part[] => [
  { have, goal: needed, of },
];

/** Returns the part of the track that is nearest to the goal: 80 percent of its sessions, and at least 4. */
function trackParts({ tracks }: AwardFacts): readonly Part[] {
  const parts = tracks.map(({ attended, inAll }) => ({ have: attended, goal: Math.max(4, Math.ceil(inAll * 0.8)) }));
  const nearest = parts.toSorted((a, b) => b.have / b.goal - a.have / a.goal)[0];
  return nearest ? goal(nearest.have, nearest.goal) : goal(0, 4);
}

/** Badges with their English names and descriptions; the pages of attendees have them in their language. */
export const badges = {
  first_checkin: {
    name: 'First check-in',
    description: 'Check in at the event.',
    rarity: 'common',
    prizeDraw: false,
    parts: ({ checkins }) => goal(checkins, 1),
  },
  profile_complete: {
    name: 'Complete profile',
    description: 'Fill in all required fields of your profile, a bio and a skill.',
    rarity: 'common',
    prizeDraw: false,
    parts: ({ profileComplete }) => goal(Number(profileComplete), 1),
  },
  first_session: {
    name: 'First session',
    description: 'Attend a session.',
    rarity: 'common',
    prizeDraw: false,
    parts: ({ sessions }) => goal(sessions, 1),
  },
  first_connection: {
    name: 'First connection',
    description: 'Match with another attendee.',
    rarity: 'common',
    prizeDraw: false,
    parts: ({ mutualMatches }) => goal(mutualMatches, 1),
  },
  feedback_giver: {
    name: 'Feedback giver',
    description: 'Rate a session or vote in a poll.',
    rarity: 'common',
    prizeDraw: false,
    parts: ({ ratings, votes }) => goal(ratings + votes, 1),
  },
  early_bird: {
    name: 'Early bird',
    description: 'Check in within an hour after admission opens.',
    rarity: 'uncommon',
    prizeDraw: false,
    parts: ({ early }) => goal(Number(early), 1),
  },
  session_explorer: {
    name: 'Session explorer',
    description: 'Attend 5 different sessions.',
    rarity: 'uncommon',
    prizeDraw: false,
    parts: ({ sessions }) => goal(sessions, 5),
  },
  networker: {
    name: 'Networker',
    description: 'Complete 3 meetings.',
    rarity: 'uncommon',
    prizeDraw: false,
    parts: ({ meetings }) => goal(meetings, 3),
  },
  booth_hopper: {
    name: 'Booth hopper',
    description: 'Spend at least a minute at 5 different booths.',
    rarity: 'uncommon',
    prizeDraw: false,
    parts: ({ boothsStayed }) => goal(boothsStayed, 5),
  },
  curious_mind: {
    name: 'Curious mind',
    description: 'Ask 3 questions that the moderators approve.',
    rarity: 'uncommon',
    prizeDraw: false,
    parts: ({ approvedQuestions }) => goal(approvedQuestions, 3),
  },
  super_networker: {
    name: 'Super networker',
    description: 'Complete 8 meetings with people from at least 5 companies.',
    rarity: 'rare',
    prizeDraw: true,
    parts: ({ companies, meetings }) => [...goal(meetings, 8, 'meetings'), ...goal(companies, 5, 'companies')],
  },
  track_master: {
    name: 'Track master',
    description: 'Attend 80 percent of the sessions of a track, and at least 4.',
    rarity: 'rare',
    prizeDraw: true,
    parts: trackParts,
  },
  expo_champion: {
    name: 'Expo champion',
    description: 'Visit 60 percent of the booths, and at least 10.',
    rarity: 'rare',
    prizeDraw: true,
    parts: ({ booths, boothsInAll }) => goal(booths, Math.max(10, Math.ceil(boothsInAll * 0.6))),
  },
  all_rounder: {
    name: 'All-rounder',
    description: 'Attend 10 sessions, complete 5 meetings and visit 10 booths.',
    rarity: 'legendary',
    prizeDraw: true,
    parts: ({ booths, meetings, sessions }) => [
      ...goal(sessions, 10, 'sessions'),
      ...goal(meetings, 5, 'meetings'),
      ...goal(booths, 10, 'booths'),
    ],
  },
  event_legend: {
    name: 'Event legend',
    description: 'Be in the top 1 percent of the final leaderboard.',
    rarity: 'legendary',
    prizeDraw: true,
    parts: null,
  },
} as const satisfies Readonly<Record<string, Badge>>;

export type BadgeId = keyof typeof badges;
export const badgeIds = Object.keys(badges) as [BadgeId, ...BadgeId[]];

export function badgeOf(id: BadgeId): Badge {
  return badges[id];
}

/** Progress of a badge: how much of its goal is reached, both in whole steps. */
export interface Progress {
  readonly value: number;
  readonly goal: number;
  /** Each part of a rule that has several; else none. */
  readonly parts: readonly { readonly of: CountedThing; readonly value: number; readonly goal: number }[];
}

/** @returns null: the badge does not depend on what the person does alone */
export function progressOf(id: BadgeId, facts: AwardFacts): Progress | null {
  const parts = badgeOf(id).parts?.(facts);
  if (!parts) return null;
  const reached = parts.map(({ goal, have, of }) => ({ of, value: Math.min(have, goal), goal }));
  return {
    value: reached.reduce((sum, { value }) => sum + value, 0),
    goal: reached.reduce((sum, { goal }) => sum + goal, 0),
    parts: reached.flatMap(({ goal, of, value }) => (of === null ? [] : [{ of, value, goal }])),
  };
}

/** @returns the badges that the person has earned by these facts */
export function earnedBadges(facts: AwardFacts): readonly BadgeId[] {
  return badgeIds.filter((id) => {
    const progress = progressOf(id, facts);
    return progress !== null && progress.value >= progress.goal;
  });
}

/** Returns the number of badges for the top of the final leaderboard: 1 percent, rounded up, and at least one. */
export function legendsAmong(participants: number): number {
  return participants === 0 ? 0 : Math.max(1, Math.ceil(participants / 100));
}

/** @returns holders in percent of the attendees, with 1 decimal */
export function observedShare(holders: number, attendees: number): number {
  return attendees === 0 ? 0 : Math.round((holders / attendees) * 1_000) / 10;
}

/** Whether a share is within the target of its rarity. */
export function shareStanding(rarity: Rarity, share: number): 'below' | 'within' | 'above' {
  const { max, min } = rarityTraits[rarity].targetShare;
  if (share < min) return 'below';
  return share > max ? 'above' : 'within';
}
