/** `events.record_activity`: what a program or an attendee reports, as far as it may. */
import { ok, type Result } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import { activityNames, activityTypeOf, isActivityName } from '#shared/gamification/activity-types.ts';
import { recordActivity } from '#shared/modules/events/gamification-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { ActionAnswer, action } from '../../../core/collections/action.ts';
import { attendeeOf, checkValid, isAttendee } from '../attendee.ts';
import { timeOf } from '../event/event-status.ts';
import { eventOf } from '../records.ts';
import { rankOf } from './entries.ts';
import { type Recorded, recordHappened } from './record.ts';
import { checkEnabled, type GamificationSetting, gamificationOf } from './setting.ts';

/** Clocks of clients may run ahead of ours by as much. */
const aheadMaxMs = minuteMs;
/** Characters of `metadata` as JSON. */
const metadataMax = 2_000;

/** An organizer’s program may report what its own surface saw; an attendee only what the organizer made for that. */
function checkReportable(type: string, byAttendee: boolean, setting: GamificationSetting): Result<null> {
  const known = activityTypeOf(type, setting);
  const allowed = [...activityNames, ...setting.own.map(({ id }) => id)];
  if (!known) return refuseWith('activity_type_unknown', { path: 'type', detail: { allowed } });
  if (known.reportable && !(byAttendee && isActivityName(type))) return ok(null);
  const reportable = allowed.filter(
    (name) => activityTypeOf(name, setting)?.reportable && !(byAttendee && isActivityName(name)),
  );
  return refuseWith('activity_not_self_reportable', { path: 'type', detail: { allowed: reportable } });
}

export const recordActivityAction = action(recordActivity, async (tx, input, { actor, clock }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const setting = gamificationOf(event.value);
  const occurredMs = input.occurredAt ? timeOf(input.occurredAt) : clock();
  const metadata = (input.metadata ?? null) as Readonly<Record<string, unknown>> | null;
  const checks = [
    checkEnabled(setting),
    checkReportable(input.type, isAttendee(input), setting),
    occurredMs > clock() + aheadMaxMs ? refuseWith('occurred_in_future', { path: 'occurredAt' }) : ok(null),
    JSON.stringify(metadata).length > metadataMax
      ? refuseWith('metadata_too_large', { path: 'metadata', detail: { max: metadataMax } })
      : ok(null),
    checkValid(registration.value),
  ];
  for (const check of checks) if (!check.ok) return check;
  const recorded = await recordHappened(tx, event.value, registration.value, {
    type: input.type,
    subjectId: input.subjectId ?? null,
    occurredMs,
    source: isAttendee(input) ? 'attendee' : 'organizer',
    metadata,
  });
  const body = { ...answerOf(recorded), rank: await rankOf(tx, recorded.entry) };
  return ok(recorded.duplicate || recorded.capped ? new ActionAnswer(body, 200) : body);
});

function answerOf({ activity, badges, capped, duplicate, entry, points }: Recorded) {
  const { id, occurredAt, registration, source, subjectId, type } = activity;
  return {
    activity: { id, registrationId: registration, type, subjectId, points: activity.points, occurredAt, source },
    pointsAwarded: points,
    totalPoints: entry.points,
    badgesAwarded: badges,
    ...(duplicate && { duplicate: true }),
    ...(capped && !duplicate && { capped: true }),
  };
}
