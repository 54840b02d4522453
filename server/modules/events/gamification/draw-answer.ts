/** The public answer about a draw: everything that is needed to check it, and no name. */
import { must } from '#shared/base/assert.ts';
import { type PrizeDrawRecord, type PrizeEntryRecord, prizeEntries } from '#shared/modules/events/gamification.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { makePageToken } from '../page-token.ts';
import type { EventsPorts } from '../ports.ts';
import { entrantsMax } from './draw-rules.ts';

export function winnerAnswer({ claimUntil, place, registration, state }: PrizeEntryRecord) {
  return { place: must(place, 'the place of a winner'), registrationId: registration, state, claimUntil };
}

export function entriesOf(reader: Reader, drawId: string): Promise<readonly PrizeEntryRecord[]> {
  return reader.find(prizeEntries, {
    where: where({ draw: drawId }),
    sort: [
      { path: 'place', direction: 'asc' },
      { path: 'registration', direction: 'asc' },
    ],
    limit: entrantsMax,
  });
}

export async function drawAnswerOf(reader: Reader, draw: PrizeDrawRecord, { pagesUrl }: Pick<EventsPorts, 'pagesUrl'>) {
  const entries = draw.frozenAt === null ? [] : await entriesOf(reader, draw.id);
  const entrants = entries.map(({ registration, weight }) => ({ registrationId: registration, weight }));
  const {
    badgeRarities,
    claimHours,
    commit,
    drawsAt,
    id,
    name,
    openedAt,
    prizes,
    publicNote,
    publicSource,
    seed,
    state,
  } = draw;
  return {
    id,
    name,
    state,
    badgeRarities,
    prizes,
    drawsAt,
    openedAt,
    claimHours,
    commit,
    publicSource,
    publicNote,
    publicValue: draw.publicValue,
    entrantsHash: draw.entrantsHash,
    entrants: entrants.toSorted((a, b) => (a.registrationId < b.registrationId ? -1 : 1)),
    seed,
    order: entries.flatMap(({ registration, score, weight }) =>
      score === null ? [] : [{ registrationId: registration, weight, score }],
    ),
    winners: entries.filter((one) => one.state !== 'entered').map(winnerAnswer),
    page: `${pagesUrl}/d/${makePageToken(reader.tenant, id)}`,
  };
}
