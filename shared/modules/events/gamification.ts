/**
 * Collections of gamification: the activities of attendees and what they earn: points, badges, leaderboards, prize
 * draws.
 */
import { badgeIds, rarities } from '../../gamification/badges.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

const event = { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true } as const;
const registration = {
  name: 'registration',
  type: 'relation',
  to: 'registrations',
  readOnly: true,
  required: true,
} as const;

export const activitySources = ['evidence', 'organizer', 'attendee'] as const;

export const activities = defineCollection({
  name: 'activities',
  module: 'events',
  resource: 'activity',
  labels: { one: 'Activity', many: 'Activities' },
  note: 'What earns points. The same activity counts once, however often and wherever it is reported.',
  fields: [
    event,
    registration,
    { name: 'type', type: 'text', readOnly: true, required: true, maxLength: 64 },
    {
      name: 'subjectId',
      type: 'text',
      readOnly: true,
      required: true,
      maxLength: 100,
      note: 'What it was done with: the session, the poll, the booth; of a check-in the day.',
    },
    { name: 'points', type: 'integer', readOnly: true, required: true, min: 0 },
    {
      name: 'capped',
      type: 'boolean',
      readOnly: true,
      required: true,
      default: false,
      note: 'The limit of the day was reached, so it earned no points.',
    },
    { name: 'occurredAt', type: 'date', readOnly: true, required: true },
    { name: 'day', type: 'text', readOnly: true, required: true, maxLength: 10, note: 'In the event’s time zone.' },
    { name: 'source', type: 'select', readOnly: true, options: activitySources, required: true },
    { name: 'metadata', type: 'json', readOnly: true },
  ],
  uniques: [['event', 'registration', 'type', 'subjectId']],
  indexes: [
    ['registration', 'type', 'day'],
    ['event', 'createdAt'],
  ],
  writable: 'none',
});
export type ActivityRecord = RecordOf<typeof activities>;

export const achievementBadges = defineCollection({
  name: 'achievement_badges',
  module: 'events',
  resource: 'achievement_badge',
  labels: { one: 'Achievement badge', many: 'Achievement badges' },
  note: 'The badges of an event, made with its first activity. `gamification.badges` of the event changes them.',
  fields: [
    event,
    { name: 'key', type: 'select', readOnly: true, options: badgeIds, required: true },
    { name: 'name', type: 'text', readOnly: true, required: true, maxLength: 120 },
    { name: 'rarity', type: 'select', readOnly: true, options: rarities, required: true },
    { name: 'holders', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
  ],
  uniques: [['event', 'key']],
  writable: 'none',
});
export type AchievementBadgeRecord = RecordOf<typeof achievementBadges>;

/** `locked` and `in_progress` have no record: they follow from the activities. */
export const badgeStates = ['locked', 'in_progress', 'awarded', 'revoked'] as const;

export const badgeAwards = defineCollection({
  name: 'badge_awards',
  module: 'events',
  resource: 'badge_award',
  labels: { one: 'Badge award', many: 'Badge awards' },
  fields: [
    event,
    registration,
    { name: 'badge', type: 'select', readOnly: true, options: badgeIds, required: true },
    { name: 'state', type: 'select', readOnly: true, options: badgeStates, required: true, default: 'awarded' },
    { name: 'awardedAt', type: 'date', readOnly: true, required: true },
  ],
  uniques: [['registration', 'badge']],
  indexes: [['event', 'badge', 'state']],
  lifecycle: {
    field: 'state',
    initial: 'awarded',
    transitions: [
      { from: 'awarded', to: 'revoked', emits: 'revoked' },
      { from: 'revoked', to: 'awarded', emits: 'awarded' },
    ],
  },
  writable: 'none',
});
export type BadgeAwardRecord = RecordOf<typeof badgeAwards>;

/** The entry changes in the transaction of each activity, so it equals a recount of the activities at every moment. */
export const leaderboardEntries = defineCollection({
  name: 'leaderboard_entries',
  module: 'events',
  resource: 'leaderboard_entry',
  labels: { one: 'Leaderboard entry', many: 'Leaderboard entries' },
  note: 'The points of one person at one event.',
  fields: [
    event,
    { ...registration, unique: true },
    { name: 'points', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    { name: 'reachedAt', type: 'date', readOnly: true, required: true, note: 'When the points were reached.' },
    { name: 'badges', type: 'integer', readOnly: true, required: true, default: 0, min: 0 },
    {
      name: 'ranked',
      type: 'boolean',
      readOnly: true,
      required: true,
      default: true,
      note: 'Staff, exhibitors and people whose registration is not valid are on no leaderboard.',
    },
    {
      name: 'anonymous',
      type: 'boolean',
      readOnly: true,
      required: true,
      default: false,
      note: 'The person does not want to be named on the leaderboard.',
    },
  ],
  indexes: [['event', 'ranked', 'points']],
  writable: 'none',
});
export type LeaderboardEntryRecord = RecordOf<typeof leaderboardEntries>;

export const snapshotModes = ['hourly', 'daily'] as const;

export const leaderboardSnapshots = defineCollection({
  name: 'leaderboard_snapshots',
  module: 'events',
  resource: 'leaderboard_snapshot',
  labels: { one: 'Leaderboard snapshot', many: 'Leaderboard snapshots' },
  note: 'The leaderboard as it stood at a full hour, or at midnight in the event’s time zone.',
  fields: [
    event,
    { name: 'mode', type: 'select', readOnly: true, options: snapshotModes, required: true },
    { name: 'asOf', type: 'date', readOnly: true, required: true },
    {
      name: 'entries',
      type: 'json',
      readOnly: true,
      required: true,
      note: 'A list of `{rank, registration, points, badges}`.',
    },
    { name: 'people', type: 'integer', readOnly: true, required: true, min: 0, note: 'People with points.' },
  ],
  uniques: [['event', 'mode', 'asOf']],
  writable: 'none',
});
export type LeaderboardSnapshotRecord = RecordOf<typeof leaderboardSnapshots>;

/** Records that subscribers of a leaderboard follow: they change at most once a second. */
export const leaderboards = defineCollection({
  name: 'leaderboards',
  module: 'events',
  resource: 'leaderboard',
  labels: { one: 'Leaderboard', many: 'Leaderboards' },
  note: 'The top of the leaderboard of an event. Subscribe to it: it changes at most once a second.',
  fields: [
    { ...event, unique: true },
    { name: 'asOf', type: 'date', readOnly: true, required: true },
    {
      name: 'top',
      type: 'json',
      readOnly: true,
      required: true,
      note: 'A list of `{rank, registrationId, name, company, points, badges}`. Without ID and names for people who do not want to be named.',
    },
    { name: 'people', type: 'integer', readOnly: true, required: true, min: 0 },
    {
      name: 'snapshotDueAt',
      type: 'date',
      hidden: true,
      readOnly: true,
      index: true,
      note: 'When the next snapshot is due. Null: the event is over.',
    },
  ],
  writable: 'none',
});

export const drawStates = ['scheduled', 'open', 'frozen', 'drawn', 'closed', 'withdrawn'] as const;
export const publicSources = ['none', 'checkins', 'announced'] as const;

export const prizeDraws = defineCollection({
  name: 'prize_draws',
  module: 'events',
  resource: 'prize_draw',
  labels: { one: 'Prize draw', many: 'Prize draws' },
  note: 'A draw that anyone can check: the commitment is published first, the seed last.',
  fields: [
    event,
    { name: 'name', type: 'text', readOnly: true, required: true, minLength: 1, maxLength: 200 },
    { name: 'badgeRarities', type: 'select', many: true, readOnly: true, required: true, options: rarities },
    { name: 'prizes', type: 'integer', readOnly: true, required: true, default: 1, min: 1, max: 1_000 },
    { name: 'drawsAt', type: 'date', readOnly: true, note: 'When the organizer has announced the draw for.' },
    { name: 'claimHours', type: 'integer', readOnly: true, required: true, default: 48, min: 1, max: 720 },
    { name: 'state', type: 'select', readOnly: true, options: drawStates, required: true, default: 'scheduled' },
    { name: 'commit', type: 'text', readOnly: true, required: true, maxLength: 64, note: 'SHA-256 of the seed, hex.' },
    { name: 'sealedSeed', type: 'text', readOnly: true, required: true, hidden: true, maxLength: 500 },
    { name: 'seed', type: 'text', readOnly: true, maxLength: 64, note: '32 bytes, hex. Null until the draw.' },
    {
      name: 'publicSource',
      type: 'select',
      readOnly: true,
      options: publicSources,
      required: true,
      default: 'none',
      note: 'What is mixed in beside the seed: the check-ins at the moment of the freeze, or a value that was announced.',
    },
    {
      name: 'publicNote',
      type: 'text',
      readOnly: true,
      maxLength: 500,
      note: 'Where the announced value will come from.',
    },
    { name: 'publicValue', type: 'text', readOnly: true, maxLength: 500 },
    { name: 'entrantsHash', type: 'text', readOnly: true, maxLength: 64, note: 'SHA-256 of the entrants, hex.' },
    { name: 'entrants', type: 'integer', readOnly: true, min: 0 },
    { name: 'openedAt', type: 'date', readOnly: true },
    { name: 'frozenAt', type: 'date', readOnly: true },
    { name: 'drawnAt', type: 'date', readOnly: true },
    { name: 'closedAt', type: 'date', readOnly: true },
    { name: 'withdrawnAt', type: 'date', readOnly: true },
  ],
  lifecycle: {
    field: 'state',
    initial: 'scheduled',
    transitions: [
      { from: 'scheduled', to: 'open', emits: 'opened' },
      { from: 'scheduled', to: 'frozen', emits: 'frozen' },
      { from: 'scheduled', to: 'withdrawn', emits: 'withdrawn' },
      { from: 'open', to: 'withdrawn', emits: 'withdrawn' },
      { from: 'open', to: 'frozen', emits: 'frozen' },
      { from: 'frozen', to: 'drawn', emits: 'drawn' },
      { from: 'drawn', to: 'closed', emits: 'closed' },
    ],
  },
  writable: 'none',
});
export type PrizeDrawRecord = RecordOf<typeof prizeDraws>;

export const prizeStates = ['entered', 'pending', 'claimed', 'forfeited'] as const;

export const prizeEntries = defineCollection({
  name: 'prize_entries',
  module: 'events',
  resource: 'prize_entry',
  labels: { one: 'Prize draw entry', many: 'Prize draw entries' },
  note: 'A person in a frozen draw. A prize that is forfeited goes to the next place.',
  fields: [
    event,
    { name: 'draw', type: 'relation', to: 'prize_draws', readOnly: true, required: true },
    registration,
    { name: 'weight', type: 'integer', readOnly: true, required: true, min: 1 },
    { name: 'place', type: 'integer', readOnly: true, min: 1 },
    { name: 'score', type: 'number', readOnly: true },
    {
      name: 'state',
      type: 'select',
      readOnly: true,
      options: prizeStates,
      required: true,
      default: 'entered',
      note: '`pending`: the person has won and must claim the prize until `claimUntil`.',
    },
    { name: 'claimUntil', type: 'date', readOnly: true, index: true },
    { name: 'claimedAt', type: 'date', readOnly: true },
  ],
  uniques: [['draw', 'registration']],
  indexes: [
    ['draw', 'place'],
    ['draw', 'state'],
    ['registration', 'state'],
    ['state', 'claimUntil'],
  ],
  lifecycle: {
    field: 'state',
    initial: 'entered',
    transitions: [
      { from: 'entered', to: 'pending', emits: 'won' },
      { from: 'pending', to: 'claimed', emits: 'claimed' },
      { from: 'pending', to: 'forfeited', emits: 'forfeited' },
    ],
  },
  writable: 'none',
});
export type PrizeEntryRecord = RecordOf<typeof prizeEntries>;
