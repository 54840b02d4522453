/** The schedule of an event: tracks, sessions, places in sessions and their waiting lists, attendance, ratings. */

import { sessionBookings, sessions, tracks } from '#shared/modules/events/schedule.ts';
import type { Part } from '../part.ts';
import { ofRegistration } from '../personal-data.ts';
import { attendSessionAction } from './attend-session.ts';
import { bookSessionAction, cancelBookingAction } from './book-session.ts';
import { calendarPages } from './calendar-pages.ts';
import { followAdmissions } from './follow-admissions.ts';
import { followMeetings } from './follow-meetings.ts';
import { followSessions } from './follow-sessions.ts';
import { getScheduleAction } from './get-schedule.ts';
import { createSessionAction, createTrackAction } from './make-schedule.ts';
import { markAbsent } from './mark-absent.ts';
import { personalScheduleAction, renewCalendarAction } from './personal-schedule.ts';
import { rateSessionAction } from './rate-session.ts';
import { sessionRule, trackRule } from './session-rules.ts';

export const schedulePart: Part = {
  name: 'schedule',
  needs: ['event', 'registration'],
  personal: ofRegistration(sessionBookings),
  make: (ports) => ({
    collections: [tracks, sessions, sessionBookings],
    actions: [
      createTrackAction,
      createSessionAction,
      getScheduleAction,
      bookSessionAction,
      cancelBookingAction,
      attendSessionAction(ports),
      rateSessionAction,
      personalScheduleAction(ports),
      renewCalendarAction(ports),
    ],
    rules: [trackRule, sessionRule],
    followers: [followSessions, followAdmissions, followMeetings],
    jobs: [markAbsent],
    pages: calendarPages(ports),
  }),
};
