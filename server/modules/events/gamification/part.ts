/** Gamification: activities and their points, badges, leaderboards, prize draws. */

import {
  achievementBadges,
  activities,
  badgeAwards,
  leaderboardEntries,
  leaderboardSnapshots,
  leaderboards,
  prizeDraws,
  prizeEntries,
} from '#shared/modules/events/gamification.ts';
import type { Part } from '../part.ts';
import { badgesAction } from './badge-list.ts';
import { changeDrawActions } from './change-draws.ts';
import { countHolders } from './count-holders.ts';
import { drawPages } from './draw-page.ts';
import { drawActions, sealedSeeds } from './draws.ts';
import { followEvidence } from './evidence.ts';
import { followPeople } from './follow-people.ts';
import { leaderboardAction, setAnonymousAction } from './leaderboard.ts';
import { personalOfGamification } from './personal.ts';
import { publishLeaderboards } from './publish-leaderboard.ts';
import { recordActivityAction } from './report-activity.ts';
import { storeSnapshots } from './snapshots.ts';
import { claimPrizeAction, forfeitPrizes } from './winners.ts';

export const gamificationPart: Part = {
  name: 'gamification',
  needs: ['event', 'registration'],
  personal: personalOfGamification,
  make: (ports) => ({
    collections: [
      activities,
      achievementBadges,
      badgeAwards,
      leaderboardEntries,
      leaderboardSnapshots,
      leaderboards,
      prizeDraws,
      prizeEntries,
    ],
    actions: [
      recordActivityAction,
      leaderboardAction,
      badgesAction,
      setAnonymousAction,
      ...drawActions(ports),
      ...changeDrawActions(ports),
      claimPrizeAction,
    ],
    followers: [followEvidence, followPeople, countHolders, publishLeaderboards],
    jobs: [storeSnapshots, forfeitPrizes],
    pages: drawPages(ports),
    sealed: [sealedSeeds],
  }),
};
