/**
 * The automatic plan: asked for by an action, made by a follower with a worker, and written in one transaction that looks
 * again whether each person and table is still free, and the person below the limit of meetings.
 */
import { ok } from '#shared/base/result.ts';
import { dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { type MeetingPlanRecord, meetingPlans, meetings } from '#shared/modules/events/meeting.ts';
import { planMeetings } from '#shared/modules/events/meeting-actions.ts';
import { attendeeProfiles, type MatchRecord, matches } from '#shared/modules/events/networking.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { isWithin } from '#shared/networking/meeting-hours.ts';
import type { Plan, PlanTask } from '#shared/networking/plan-meetings.ts';
import { where } from '#shared/query/query.ts';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';
import { action } from '../../../../core/collections/action.ts';
import type { Follower, FollowerContext } from '../../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../../store/contract.ts';
import { Threads } from '../../../../store/threads.ts';
import { type TakenTime, takenTimeOf } from '../../person-time.ts';
import { eventOf } from '../../records.ts';
import { throwIfRefused } from '../../throw-if-refused.ts';
import { isStanding, isVisible } from '../attendee.ts';
import { meetingsOf } from '../leave.ts';
import { networkingOf } from '../setting.ts';
import { confirmByMail } from './answer-meeting.ts';
import { countMeetings } from './propose.ts';
import { findSlot, hoursOf, leastLeadMs, tablesOf } from './slots.ts';

const pairsMax = 5_000;
const slotsMax = 300;
/** Maximum number of meetings at one time that a plan sets where the event has no tables. */
const withoutTables = 1_000;

const threads = new Threads<PlanTask, Plan>(new URL('./plan-thread.ts', import.meta.url));

export const planMeetingsAction = action(planMeetings, async (tx, input, { clock }) => {
  const found = await eventOf(tx, input.eventId);
  if (!found.ok) return found;
  const event = found.value;
  const { enabled, meetings: setting } = networkingOf(event);
  if (!enabled) return refuseWith('networking_disabled');
  if (!setting.enabled) return refuseWith('meetings_disabled');
  const startsAt =
    [input.startsAt ?? event.startsAt, event.startsAt, isoTime(clock() + (input.startsAt ? 0 : leastLeadMs))]
      .toSorted()
      .at(-1) ?? event.startsAt;
  const end = input.endsAt ?? isoTime(Date.parse(startsAt) + dayMs);
  const [endsAt = event.endsAt] = [end, event.endsAt].toSorted();
  if (startsAt >= endsAt)
    return refuseWith('outside_event', { detail: { startsAt: event.startsAt, endsAt: event.endsAt } });
  // Where the organizer names both ends, all hours between them are used, also in the evening.
  const exact = Boolean(input.startsAt && input.endsAt);
  const plan = await tx.create(meetingPlans, { event: event.id, startsAt, endsAt, exact, status: 'queued' });
  return ok({ id: plan.id, status: plan.status });
});

interface Ground {
  readonly pairs: readonly MatchRecord[];
  readonly people: readonly string[];
  readonly slots: readonly Span[];
  readonly task: PlanTask;
}

/** Whether a person takes part now: the place stands, and others may see the profile. */
async function takesPart(reader: Reader, event: EventRecord, id: string): Promise<boolean> {
  const person = await reader.get(registrations, id);
  const profile = await reader.findOne(attendeeProfiles, { registration: id });
  return person !== null && isStanding(person) && profile !== null && isVisible(profile, networkingOf(event));
}

async function openPairs(reader: Reader, event: EventRecord): Promise<readonly MatchRecord[]> {
  const mutual = await reader.find(matches, { where: where({ event: event.id, status: 'mutual' }), limit: pairsMax });
  const there = new Map<string, boolean>();
  for (const id of new Set(mutual.flatMap(({ first, second }) => [first, second])))
    there.set(id, await takesPart(reader, event, id));
  const open: MatchRecord[] = [];
  for (const pair of mutual) {
    if (!there.get(pair.first) || !there.get(pair.second)) continue;
    const meet = await meetingsOf(reader, pair.first, ['proposed', 'confirmed', 'completed']);
    if (!meet.some(({ invitee, requester }) => invitee === pair.second || requester === pair.second)) open.push(pair);
  }
  return open;
}

/** Number of meetings that a person may get in addition to those there are. */
async function meetingsLeft(reader: Reader, event: EventRecord, registration: string): Promise<number> {
  const { taken } = await countMeetings(reader, registration);
  return Math.max(0, networkingOf(event).meetings.maxPerAttendee - taken);
}

async function groundOf(reader: Reader, event: EventRecord, plan: MeetingPlanRecord): Promise<Ground> {
  const { meetings: setting } = networkingOf(event);
  const pairs = await openPairs(reader, event);
  const people = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const at = new Map(people.map((id, i) => [id, i]));
  const [from, to] = [Date.parse(plan.startsAt), Date.parse(plan.endsAt)];
  const [lengthMs, stepMs] = [
    setting.durationMinutes * minuteMs,
    Math.max(setting.durationMinutes, setting.slotMinutes) * minuteMs,
  ];
  const hours = plan.exact === true ? [plan] : await hoursOf(reader, event);
  const slots: Span[] = [];
  for (let ms = from; ms + lengthMs <= to && slots.length < slotsMax; ms += stepMs)
    if (isWithin(hours, { startsAt: isoTime(ms), endsAt: isoTime(ms + lengthMs) }))
      slots.push({ startsAt: isoTime(ms), endsAt: isoTime(ms + lengthMs) });
  const taken: (readonly TakenTime[])[] = [];
  const most: number[] = [];
  for (const id of people) {
    taken.push(await takenTimeOf(reader, id));
    most.push(await meetingsLeft(reader, event, id));
  }
  const tables = (await tablesOf(reader, event.id)).length;
  const task: PlanTask = {
    people: people.length,
    pairs: pairs.map(({ first, score, second }) => ({
      a: at.get(first) ?? 0,
      b: at.get(second) ?? 0,
      score: Math.max(1, score),
    })),
    slots: slots.map((slot) => ({
      tables: tables === 0 ? withoutTables : tables,
      busy: people.flatMap((_, i) => (taken[i]?.some((one) => overlaps(one, slot)) ? [i] : [])),
    })),
    most,
  };
  return { pairs, people, slots, task };
}

async function write(
  tx: Transaction,
  event: EventRecord,
  { pairs, slots }: Ground,
  { meetings: planned }: Plan,
  nowMs: number,
) {
  let [made, total] = [0, 0];
  for (const { pair, slot } of planned) {
    const match = pairs[pair];
    const span = slots[slot];
    if (!match || !span) continue;
    const left = await Promise.all([match.first, match.second].map((id) => meetingsLeft(tx, event, id)));
    // Others have filled the person's day since the plan was made.
    if (left.includes(0)) continue;
    const minutes = Math.round((Date.parse(span.endsAt) - Date.parse(span.startsAt)) / minuteMs);
    const free = await findSlot(tx, event, {
      people: [match.first, match.second],
      startsAt: span.startsAt,
      ...{ minutes, stepMinutes: minutes, location: null, meeting: null, nowMs },
    });
    // Taken since the plan was made.
    if (!free.ok) continue;
    const meeting = await tx.create(meetings, {
      event: event.id,
      requester: match.first,
      invitee: match.second,
      match: match.id,
      ...free.value,
      ...{ status: 'confirmed', confirmedAt: tx.now, planned: true, sequence: 0 },
    });
    await confirmByMail(tx, meeting);
    made += 1;
    total += match.score;
  }
  return { planned: made, total: Math.round(total * 10) / 10 };
}

async function makePlan(id: string, { clock, commit, reader }: FollowerContext): Promise<void> {
  const plan = await reader.get(meetingPlans, id);
  const event = plan && (await reader.get(events, plan.event));
  if (plan?.status !== 'queued' || !event) return;
  const ground = await groundOf(reader, event, plan);
  const best = await threads.ask(ground.task, new AbortController().signal);
  const done = await commit(async (tx) => {
    if ((await tx.get(meetingPlans, id))?.status !== 'queued') return ok(null);
    const written = await write(tx, event, ground, best, clock());
    await tx.update(meetingPlans, id, { status: 'done', pairs: ground.pairs.length, way: best.way, ...written });
    return ok(null);
  });
  throwIfRefused(done);
}

export const makePlans: Follower = {
  name: 'events.plan-meetings',
  collections: [meetingPlans.name],
  async handle(changes, context) {
    for (const { id, op } of changes) if (op === 'create') await makePlan(id, context);
  },
};
