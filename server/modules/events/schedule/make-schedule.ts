/** `events.create_track` and `events.create_session`: the generated create with the event of the path. */
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import type { SessionRecord, TrackRecord } from '#shared/modules/events/schedule.ts';
import { createSession, createTrack } from '#shared/modules/events/schedule-actions.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { trackOf } from './records.ts';
import { sessionAnswer, trackAnswer } from './schedule-answer.ts';
import { warningsOf } from './session-warnings.ts';

export const createTrackAction = action(createTrack, async (tx, { eventId, position, ...given }, { writes }) => {
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  const values = { ...given, event: eventId, ...(position !== null && { position }) };
  const made = await must(writes, 'checked writes').create(tx, 'tracks', values);
  return made.ok ? ok(trackAnswer(made.value as unknown as TrackRecord)) : made;
});

export const createSessionAction = action(createSession, async (tx, { eventId, track, ...given }, { writes }) => {
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  const found = track ? await trackOf(tx, eventId, track) : ok(null);
  if (!found.ok) return found;
  const values = { ...given, event: eventId, track: found.value?.id ?? null };
  const made = await must(writes, 'checked writes').create(tx, 'sessions', values);
  if (!made.ok) return made;
  const session = made.value as unknown as SessionRecord;
  return ok({ ...sessionAnswer(session), meta: { warnings: await warningsOf(tx, session) } });
});
