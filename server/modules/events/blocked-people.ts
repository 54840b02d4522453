/** People who must not see each other's names: where one has blocked the other, neither finds the other in a list. */
import { matches } from '#shared/modules/events/networking.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../store/contract.ts';
import { whatIsThere } from './what-is-there.ts';

/** Maximum number of blocks that are read, for each direction. */
const blocksMax = 10_000;

/**
 * @param registration id of the registration whose list is filtered
 * @returns the registrations that the person has blocked, and those that have blocked the person; without the part
 *   `networking` there are none
 */
export async function blockedPeople(reader: Reader, registration: string): Promise<ReadonlySet<string>> {
  const there = whatIsThere(reader);
  const rowsOf = (side: 'first' | 'second') =>
    there.find(matches, { where: where({ [side]: registration, status: 'blocked' }), limit: blocksMax });
  const [asFirst, asSecond] = [await rowsOf('first'), await rowsOf('second')];
  return new Set([...asFirst.map(({ second }) => second), ...asSecond.map(({ first }) => first)]);
}
