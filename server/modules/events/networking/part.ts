/** Networking: profiles, matches, meetings. */

import { meetingLocations, meetingPlans, meetings } from '#shared/modules/events/meeting.ts';
import {
  attendeeProfiles,
  matches,
  matchReports,
  networkingVisits,
  profileVectors,
} from '#shared/modules/events/networking.ts';
import type { Part } from '../part.ts';
import { acceptMatchAction, endingActions } from './answer-match.ts';
import { unblockMatchAction } from './block-match.ts';
import { embedAgain, embedProfiles } from './embed-profiles.ts';
import { expireMatches } from './expire-matches.ts';
import { listMatchesAction } from './list-matches.ts';
import { meetingActions } from './meetings/answer-meeting.ts';
import { keepMeetings } from './meetings/keep-meetings.ts';
import { meetingCalendarPage } from './meetings/meeting-calendar.ts';
import { makePlans, planMeetingsAction } from './meetings/plan-day.ts';
import { proposeMeetingAction } from './meetings/propose.ts';
import { personalOfNetworking } from './personal.ts';
import { seenNetworkingAction } from './see-networking.ts';
import { getProfileAction, profileRule, setProfileAction } from './write-profile.ts';

export const networkingPart: Part = {
  name: 'networking',
  needs: ['event', 'registration'],
  personal: personalOfNetworking,
  make: (ports) => ({
    collections: [attendeeProfiles, matches, matchReports, meetings, meetingLocations, meetingPlans],
    internal: [profileVectors, networkingVisits],
    actions: [
      setProfileAction,
      getProfileAction,
      listMatchesAction(ports),
      acceptMatchAction(ports),
      ...endingActions(ports),
      unblockMatchAction,
      seenNetworkingAction,
      proposeMeetingAction,
      planMeetingsAction,
      ...meetingActions,
    ],
    rules: [profileRule],
    pages: [meetingCalendarPage(ports)],
    followers: [makePlans, ...(ports.embeddings ? [embedProfiles(ports.embeddings)] : [])],
    jobs: [expireMatches, keepMeetings, ...(ports.embeddings ? [embedAgain(ports.embeddings)] : [])],
  }),
};
