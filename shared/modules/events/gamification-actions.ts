/** Actions on activities, badges, leaderboards and prize draws, as data. */
import { badgeIds, countedThings, rarities } from '../../gamification/badges.ts';
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { activitySources, badgeStates, drawStates, prizeStates, publicSources, snapshotModes } from './gamification.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;
const drawId = { name: 'drawId', type: 'relation', to: 'prize_draws', required: true } as const;
const secret = {
  name: 'secret',
  type: 'text',
  maxLength: 100,
  note: 'The secret of the person’s ticket page, for callers without the scope `events:write`.',
} as const;

const text = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const;
const maybe = <const N extends string>(name: N) => ({ name, type: 'text' }) as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;
const flag = <const N extends string>(name: N) => ({ name, type: 'boolean', required: true }) as const;

const activityAnswer = [
  { name: 'id', type: 'relation', to: 'activities', required: true },
  registrationId,
  text('type'),
  text('subjectId'),
  count('points'),
  { name: 'occurredAt', type: 'date', required: true },
  { name: 'source', type: 'select', options: activitySources, required: true },
] as const satisfies readonly Field[];

export const recordActivity = defineAction({
  name: 'events.record_activity',
  module: 'events',
  summary:
    'Report an activity of a person that earns points. Repeating it counts once. Check-ins, attended sessions, meetings and booth visits are recorded when they happen and cannot be reported.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/gamification/activities'], status: 201 },
  input: [
    eventId,
    registrationId,
    { name: 'type', type: 'text', required: true, minLength: 1, maxLength: 64, note: 'For example `session_rated`.' },
    {
      name: 'subjectId',
      type: 'text',
      minLength: 1,
      maxLength: 100,
      note: 'What it was done with, e.g. the ID of the poll. The same subject counts once.',
    },
    { name: 'occurredAt', type: 'date', note: 'If omitted, now.' },
    { name: 'metadata', type: 'json', note: 'Kept with the activity. At most 2,000 characters.' },
    secret,
  ],
  output: {
    fields: [
      { name: 'activity', type: 'group', required: true, fields: activityAnswer },
      count('pointsAwarded'),
      count('totalPoints'),
      {
        name: 'rank',
        type: 'integer',
        note: 'Null means that the person is on no leaderboard: has no points, or is staff.',
      },
      {
        name: 'badgesAwarded',
        type: 'array',
        of: 'text',
        required: true,
        note: 'Badges that this activity completed.',
      },
      { name: 'duplicate', type: 'boolean', note: 'It was recorded before, so nothing was added.' },
      { name: 'capped', type: 'boolean', note: 'The limit of the day was reached, so it earned no points.' },
    ],
  },
});

const rowAnswer = [
  count('rank'),
  {
    name: 'registrationId',
    type: 'relation',
    to: 'registrations',
    note: 'Null means that the person does not want to be named, or is blocked for `registrationId`.',
  },
  maybe('name'),
  maybe('company'),
  count('points'),
  count('badges'),
] as const satisfies readonly Field[];

export const getLeaderboard = defineAction({
  name: 'events.leaderboard',
  module: 'events',
  summary: 'The leaderboard of an event, live or as it stood at the last full hour or midnight.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/gamification/leaderboard'] },
  input: [
    eventId,
    { name: 'snapshot', type: 'text', maxLength: 20, note: '`hourly` or `daily`. If omitted, live.' },
    { name: 'limit', type: 'integer', min: 1, max: 200, note: 'If omitted, as the event has it: 50.' },
    { ...registrationId, required: false, note: 'Whose own place is answered as `me`.' },
    secret,
  ],
  output: {
    fields: [
      { name: 'leaderboard', type: 'array', of: 'group', required: true, fields: rowAnswer },
      {
        name: 'me',
        type: 'group',
        fields: [
          {
            name: 'rank',
            type: 'integer',
            note: 'Null means that the person is on no leaderboard: has no points, or is staff.',
          },
          registrationId,
          count('points'),
          count('badges'),
          flag('anonymous'),
        ],
      },
      {
        name: 'meta',
        type: 'group',
        required: true,
        fields: [
          { name: 'mode', type: 'select', options: ['live', ...snapshotModes], required: true },
          { name: 'asOf', type: 'date', note: 'Null means that there is no snapshot yet.' },
          count('people'),
        ],
      },
    ],
  },
});

const share = [
  { name: 'min', type: 'number', required: true },
  { name: 'max', type: 'number', required: true },
] as const satisfies readonly Field[];

export const listBadges = defineAction({
  name: 'events.badges',
  module: 'events',
  summary: 'The 15 badges of an event: who should hold each, who does, and with `registrationId` how far a person is.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/gamification/badges'] },
  input: [eventId, { ...registrationId, required: false }, secret],
  output: {
    fields: [
      {
        name: 'badges',
        type: 'array',
        of: 'group',
        required: true,
        fields: [
          { name: 'id', type: 'select', options: badgeIds, required: true },
          text('name'),
          text('description'),
          { name: 'rarity', type: 'select', options: rarities, required: true },
          flag('prizeDraw'),
          flag('enabled'),
          { name: 'targetShare', type: 'group', required: true, fields: share, note: 'Of attendees, in percent.' },
          { name: 'awardedShare', type: 'number', required: true, note: 'Of confirmed attendees, in percent.' },
          { name: 'standing', type: 'select', options: ['below', 'within', 'above'], required: true },
          count('holders'),
          { name: 'awarded', type: 'boolean' },
          { name: 'awardedAt', type: 'date' },
          { name: 'state', type: 'select', options: badgeStates },
          {
            name: 'progress',
            type: 'group',
            fields: [
              count('value'),
              count('goal'),
              {
                name: 'parts',
                type: 'array',
                of: 'group',
                required: true,
                fields: [
                  { name: 'of', type: 'select', options: countedThings, required: true },
                  count('value'),
                  count('goal'),
                ],
                note: 'Each part of a rule that has several, otherwise empty.',
              },
            ],
            note: 'Null for the badge that the final leaderboard awards.',
          },
        ],
      },
    ],
  },
});

export const setAnonymous = defineAction({
  name: 'events.set_anonymous',
  module: 'events',
  summary: 'Say whether a person is named on the leaderboard. Points and badges are kept.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/gamification/anonymous'] },
  input: [eventId, registrationId, { name: 'anonymous', type: 'boolean', required: true }, secret],
  output: { fields: [registrationId, flag('anonymous')] },
});

const winnerAnswer = [
  count('place'),
  registrationId,
  { name: 'state', type: 'select', options: prizeStates, required: true },
  { name: 'claimUntil', type: 'date' },
] as const satisfies readonly Field[];

/** Public fields of a draw: everything that is needed to check it, and the name of no person. */
export const drawAnswer = [
  { name: 'id', type: 'relation', to: 'prize_draws', required: true },
  text('name'),
  { name: 'state', type: 'select', options: drawStates, required: true },
  { name: 'badgeRarities', type: 'array', of: 'text', required: true },
  count('prizes'),
  { name: 'drawsAt', type: 'date' },
  { name: 'openedAt', type: 'date' },
  count('claimHours'),
  { ...text('commit'), note: 'SHA-256 of the seed, hex. Published before the draw opens.' },
  { name: 'publicSource', type: 'select', options: publicSources, required: true },
  maybe('publicNote'),
  { ...maybe('publicValue'), note: 'If set, the key is HMAC-SHA256(seed, publicValue) instead of the seed.' },
  { ...maybe('entrantsHash'), note: 'SHA-256 of the lines `registration:weight`, sorted. Null until the freeze.' },
  { name: 'entrants', type: 'array', of: 'group', required: true, fields: [registrationId, count('weight')] },
  { ...maybe('seed'), note: 'Null until the draw.' },
  {
    name: 'order',
    type: 'array',
    of: 'group',
    required: true,
    fields: [
      registrationId,
      count('weight'),
      { name: 'score', type: 'number', required: true, note: 'ln(u)/weight, highest first.' },
    ],
    note: 'Empty until the draw.',
  },
  { name: 'winners', type: 'array', of: 'group', required: true, fields: winnerAnswer },
  { name: 'page', type: 'url', note: 'The page on which anyone can check the draw.' },
] as const satisfies readonly Field[];

export const listDraws = defineAction({
  name: 'events.draws',
  module: 'events',
  summary: 'The prize draws of an event, with everything that is needed to check them.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/gamification/draws'] },
  input: [eventId, { name: 'counted', type: 'boolean', note: 'Also counts who would enter now (`wouldEnter`).' }],
  output: {
    fields: [
      {
        name: 'draws',
        type: 'array',
        of: 'group',
        required: true,
        fields: [
          ...drawAnswer,
          {
            name: 'wouldEnter',
            type: 'integer',
            note: 'How many people would enter if the draw were frozen now; more than 10,000 are too many. Null unless `counted`, and after the freeze.',
          },
        ],
      },
    ],
  },
});

const drawName = { name: 'name', type: 'text', minLength: 1, maxLength: 200 } as const;
const drawRarities = { name: 'badgeRarities', type: 'select', many: true, options: rarities, maxItems: 4 } as const;
const drawPrizes = { name: 'prizes', type: 'integer', min: 1, max: 1_000 } as const;
const drawHours = { name: 'claimHours', type: 'integer', min: 1, max: 720 } as const;
const drawsAt = {
  name: 'drawsAt',
  type: 'date',
  note: 'The time that you announce. The draw does not run automatically.',
} as const;

export const createDraw = defineAction({
  name: 'events.create_draw',
  module: 'events',
  summary:
    'Announce a prize draw. The answer has the commitment to a secret seed: publish it before the draw opens. Then freeze the entrants, and draw.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/gamification/draws', '/events/:eventId/draws'], status: 201 },
  input: [
    eventId,
    { ...drawName, required: true },
    {
      ...drawRarities,
      note: 'Holders of a badge of these rarities enter, if the badge enters draws (`prizeDraw` in the list of badges). If omitted, rare and legendary.',
    },
    drawsAt,
    { ...drawPrizes, required: true, default: 1 },
    { ...drawHours, required: true, default: 48 },
    {
      name: 'publicSource',
      type: 'select',
      options: publicSources,
      required: true,
      default: 'none',
      note: 'A value beside the seed that the server does not choose. `checkins`: number and hash of the check-ins at the freeze. `announced`: a value that you name before anyone can know it, and send with the draw.',
    },
    { name: 'publicNote', type: 'text', maxLength: 500, note: 'For `announced`: where the value will come from.' },
  ],
  output: { fields: drawAnswer, called: 'prize_draw' },
});

const step = <const N extends string>(name: N, verb: string, summary: string) =>
  ({
    name,
    module: 'events',
    summary,
    scope: 'events:write',
    http: {
      method: 'POST',
      paths: [`/events/:eventId/gamification/draws/:drawId/${verb}`, `/events/:eventId/draws/:drawId/${verb}`],
    },
    input: [eventId, drawId],
    output: { fields: drawAnswer, called: 'prize_draw' },
  }) as const;

export const updateDraw = defineAction({
  name: 'events.update_draw',
  module: 'events',
  summary:
    'Change a prize draw before its entrants are frozen. What is left out stays. The commitment and what the result follows from are fixed since the announcement.',
  scope: 'events:write',
  http: {
    method: 'PATCH',
    paths: ['/events/:eventId/gamification/draws/:drawId', '/events/:eventId/draws/:drawId'],
  },
  input: [eventId, drawId, drawName, drawRarities, drawsAt, drawPrizes, drawHours],
  output: { fields: drawAnswer, called: 'prize_draw' },
});

export const withdrawDraw = defineAction(
  step(
    'events.withdraw_draw',
    'withdraw',
    'Withdraw a prize draw before its entrants are frozen. It stays visible as withdrawn, and no one can win in it.',
  ),
);
export const openDraw = defineAction(
  step('events.open_draw', 'open', 'Open a prize draw: its commitment is published, and people can still earn badges.'),
);
export const freezeDraw = defineAction(
  step(
    'events.freeze_draw',
    'freeze',
    'Freeze the entrants of a prize draw and publish their hash. No one enters after it.',
  ),
);
export const runDraw = defineAction({
  ...step(
    'events.run_draw',
    'draw',
    'Draw: reveal the seed and the order that follows from it. The first places win and get an email.',
  ),
  input: [
    eventId,
    drawId,
    { name: 'publicValue', type: 'text', minLength: 1, maxLength: 500, note: 'The value that was announced.' },
  ],
});

export const claimPrize = defineAction({
  name: 'events.claim_prize',
  module: 'events',
  summary: 'Claim the prize that a person has won.',
  scope: 'events:write',
  http: {
    method: 'POST',
    paths: ['/events/:eventId/gamification/draws/:drawId/claim', '/events/:eventId/draws/:drawId/claim'],
  },
  input: [eventId, drawId, registrationId, secret],
  output: { fields: [{ name: 'winner', type: 'group', required: true, fields: winnerAnswer }] },
});
