/** The texts about the person's own points: in the page, and in the news that updates them in place after each activity. */
import { fill } from '../registration-page/page-words.ts';
import type { Place } from './activity-data.ts';
import type { ActivityWords } from './words/activity-words.ts';

export const ownPointsId = 'own-points';
export const ownRankId = 'own-rank';
/** Id of the person's points in the row of the leaderboard, for those who are at its top. */
export const boardPointsId = 'board-points';

/** Returns the texts by the id of their element. */
export function standingTexts(
  { points, rank }: Pick<Place, 'points' | 'rank'>,
  { noPoints, noRank, rank: ranked }: Pick<ActivityWords, 'noPoints' | 'noRank' | 'rank'>,
): Readonly<Record<typeof ownPointsId | typeof ownRankId | typeof boardPointsId, string>> {
  const unranked = points === 0 ? noPoints : noRank;
  return {
    [ownPointsId]: String(points),
    [boardPointsId]: String(points),
    [ownRankId]: rank === null ? unranked : fill(ranked, { rank: String(rank) }),
  };
}
