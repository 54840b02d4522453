/** The personal data that this part stores. */
import { exhibitors } from '#shared/modules/events/exhibitor.ts';
import {
  boothVisits,
  pollVotes,
  questionUpvotes,
  rsvps,
  sessionQuestions,
} from '#shared/modules/events/type-features.ts';
import { ofRegistration, type PersonalData } from '../personal-data.ts';

export const personalOfTypeFeatures: readonly PersonalData[] = [
  ...ofRegistration(sessionQuestions, questionUpvotes, pollVotes, rsvps, boothVisits),
  { collection: exhibitors, withheld: 'names the exhibitor' },
];
