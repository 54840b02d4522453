/** The personal data that this part stores. */
import {
  activities,
  badgeAwards,
  leaderboardEntries,
  leaderboardSnapshots,
  leaderboards,
  prizeEntries,
} from '#shared/modules/events/gamification.ts';
import { ofRegistration, type PersonalData } from '../personal-data.ts';

export const personalOfGamification: readonly PersonalData[] = [
  ...ofRegistration(activities, badgeAwards, leaderboardEntries, prizeEntries),
  {
    collection: leaderboards,
    withheld: 'the top of the leaderboard as everyone sees it; the person’s points are in leaderboard_entries',
  },
  {
    collection: leaderboardSnapshots,
    withheld: 'the leaderboard as it was; the person’s points are in leaderboard_entries',
  },
];
