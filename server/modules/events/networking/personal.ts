/** The personal data that this part stores. */
import { meetings } from '#shared/modules/events/meeting.ts';
import {
  attendeeProfiles,
  matches,
  matchReports,
  networkingVisits,
  profileVectors,
} from '#shared/modules/events/networking.ts';
import { ofRegistration, type PersonalData } from '../personal-data.ts';

export const personalOfNetworking: readonly PersonalData[] = [
  ...ofRegistration(attendeeProfiles, networkingVisits),
  { collection: meetings, by: ['requester', 'invitee'], without: ['absent', 'changedBy', 'endedBy'] },
  {
    collection: matches,
    by: ['first', 'second'],
    // Never shown: they could tell what the other person did. The row is shown once this person has accepted it, or both have.
    without: [
      ...['status', 'acceptedBy', 'endedBy', 'endedAt', 'firstBlocked', 'secondBlocked'],
      ...['reportedBy', 'reportReason', 'reportedAt'],
    ],
    only: (row, { id }) => row['acceptedBy'] === id || row['mutualAt'] !== null,
  },
  // A person does not see who reported them.
  { collection: matchReports, by: ['reportedBy'], without: ['reviewedAt'] },
  { collection: profileVectors, withheld: 'numbers that are computed from the profile' },
];
