/** Decides who enters a draw with which weight, and makes the key that determines the order. */
import { createHash, createHmac } from 'node:crypto';
import { toHex } from '#shared/base/bytes.ts';
import { type BadgeId, badgeIds, badgeOf, rarityTraits } from '#shared/gamification/badges.ts';
import { type Entrant, entrantLines, entrantMessage } from '#shared/gamification/prize-draw.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { badgeAwards, leaderboardEntries, type PrizeDrawRecord } from '#shared/modules/events/gamification.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { gamificationOf } from './setting.ts';

/** People in one draw: they are frozen in one transaction. */
export const entrantsMax = 10_000;
/** Ids in one condition. */
const idsMax = 500;

export const sha256 = (of: Uint8Array | string): string => createHash('sha256').update(of).digest('hex');

function drawnBadges(event: EventRecord, { badgeRarities }: PrizeDrawRecord): readonly BadgeId[] {
  const setting = gamificationOf(event);
  return badgeIds.filter((id) => {
    const { enabled, prizeDraw } = setting.badge(id);
    return enabled && prizeDraw && badgeRarities.includes(badgeOf(id).rarity);
  });
}

async function onlyRanked(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const ranked = new Set<string>();
  for (let at = 0; at < ids.length; at += idsMax) {
    const some = ids.slice(at, at + idsMax);
    const found = await reader.find(leaderboardEntries, {
      where: { kind: 'field', path: 'registration', op: 'in', value: some },
      limit: idsMax,
    });
    for (const entry of found) if (entry.ranked) ranked.add(entry.registration);
  }
  return ranked;
}

/** @returns each ranked person once, with the weight of the rarest badge; null: more than `entrantsMax` people hold a badge */
export async function entrantsOf(
  reader: Reader,
  event: EventRecord,
  draw: PrizeDrawRecord,
): Promise<readonly Entrant[] | null> {
  const weights = new Map<string, number>();
  for (const badge of drawnBadges(event, draw)) {
    const { weight } = rarityTraits[badgeOf(badge).rarity];
    const held = await reader.find(badgeAwards, {
      where: where({ event: event.id, badge, state: 'awarded' }),
      limit: entrantsMax + 1,
    });
    if (held.length > entrantsMax) return null;
    for (const { registration } of held) weights.set(registration, Math.max(weight, weights.get(registration) ?? 0));
  }
  if (weights.size > entrantsMax) return null;
  const ranked = await onlyRanked(reader, [...weights.keys()]);
  return [...weights].filter(([id]) => ranked.has(id)).map(([id, weight]) => ({ id, weight }));
}

/** States in which a draw can be changed and withdrawn. */
export const beforeFreeze: readonly PrizeDrawRecord['state'][] = ['scheduled', 'open'];

/**
 * Creates a function that counts who would enter a draw now. Draws with the same rarities have the same people, who are read
 * once.
 *
 * @returns draw → number; `entrantsMax + 1` stands for too many; null: its entrants are frozen, or it is withdrawn
 */
export function countOfEntrants(reader: Reader, event: EventRecord) {
  const counts = new Map<string, number>();
  return async (draw: PrizeDrawRecord): Promise<number | null> => {
    if (!beforeFreeze.includes(draw.state)) return null;
    const key = draw.badgeRarities.toSorted().join();
    const count = counts.get(key) ?? (await entrantsOf(reader, event, draw))?.length ?? entrantsMax + 1;
    counts.set(key, count);
    return count;
  };
}

export const entrantsHash = (entrants: readonly Entrant[]): string => sha256(entrantLines(entrants));

/** @param publicValue mixed in; null: the seed itself is the key, as in the published test vector */
export function drawKey(seed: Uint8Array, publicValue: string | null): Uint8Array {
  return publicValue === null ? seed : createHmac('sha256', seed).update(publicValue).digest();
}

export function macWith(key: Uint8Array, draw: string): (entrant: Entrant) => Uint8Array {
  return (entrant) => createHmac('sha256', key).update(entrantMessage(draw, entrant)).digest();
}

export const hexOf = (seed: Uint8Array): string => toHex(seed);
