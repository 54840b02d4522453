/**
 * Codes that the published description of schedule, networking, gamification and exports names for its endpoints: clients
 * compare them letter by letter, so no wording rule of ours changes one.
 */
import { expect, test } from 'vitest';
import { eventRefusals } from '#shared/modules/events/refusals.ts';

const published = {
  400: ['registrationId_required'],
  403: [
    ...['networking_opt_in_required', 'not_a_party', 'activity_not_self_reportable', 'registration_not_confirmed'],
    ...['exhibitor_scope', 'contact_sharing_declined'],
  ],
  404: ['event_not_found', 'registration_not_found', 'match_not_found', 'badge_unknown'],
  409: [
    ...['networking_disabled', 'profile_incomplete', 'match_declined', 'match_expired', 'match_prevented'],
    ...['meeting_conflict', 'no_table_available', 'no_common_slot', 'quota_exceeded'],
    ...['session_conflict', 'already_booked', 'session_cancelled'],
  ],
  422: [
    ...['self_meeting', 'outside_event', 'snapshot_unknown', 'activity_type_unknown', 'occurred_in_future'],
    ...['ends_before_start', 'status_unknown'],
  ],
};

test.each(Object.entries(published))('refusals with the status %s have the published codes', (status, codes) => {
  const known = new Map<string, number>(Object.entries(eventRefusals).map(([code, refusal]) => [code, refusal.status]));
  expect(codes.filter((code) => known.get(code) !== Number(status))).toEqual([]);
});
