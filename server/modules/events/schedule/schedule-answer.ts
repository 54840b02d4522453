/** Tracks and sessions in the form that the actions of the schedule return. */
import type { SessionRecord, TrackRecord } from '#shared/modules/events/schedule.ts';

export function trackAnswer({ color, description, id, name, position }: TrackRecord) {
  return { id, name, color, description, position };
}

export function sessionAnswer(session: SessionRecord) {
  const { capacity, description, endsAt, id, room, speakers, startsAt, status, title, track } = session;
  return { id, track, title, description, startsAt, endsAt, capacity, room, speakers: speakers ?? [], status };
}
