/** Handles the winners of a draw: claims in time, and prizes that were not claimed and go to the next in the order. */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import {
  type PrizeDrawRecord,
  type PrizeEntryRecord,
  prizeDraws,
  prizeEntries,
} from '#shared/modules/events/gamification.ts';
import { claimPrize } from '#shared/modules/events/gamification-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import { firstDue, type TimedJob } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { attendeeOf, checkValid } from '../attendee.ts';
import { prizeKeyStart, queueMailAbout } from '../letters/queue-mail.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { winnerAnswer } from './draw-answer.ts';

/** Prizes that one run takes back. */
const forfeitsMax = 200;
const claimHoursMax = 720;

/**
 * Gives the prize to the first in the order who has not had one; a person who has cancelled meanwhile is passed over.
 *
 * @returns whether there was such a person
 */
export async function giveNextPrize(tx: Transaction, draw: PrizeDrawRecord, claimUntil: string): Promise<boolean> {
  for (;;) {
    const [next] = await tx.find(prizeEntries, {
      where: where({ draw: draw.id, state: 'entered' }),
      sort: [{ path: 'place', direction: 'asc' }],
      limit: 1,
    });
    if (!next) return false;
    await tx.update(prizeEntries, next.id, { state: 'pending', claimUntil });
    const registration = await tx.get(registrations, next.registration);
    if (registration && checkValid(registration).ok) {
      const about = {
        registration: registration.id,
        recipient: registration.email,
        onceKey: `${prizeKeyStart}${next.id}`,
      };
      await queueMailAbout(tx, about, 'prize_won');
      return true;
    }
    await tx.update(prizeEntries, next.id, { state: 'forfeited' });
  }
}

async function closeIfDone(tx: Transaction, drawId: string): Promise<void> {
  const draw = await tx.get(prizeDraws, drawId);
  if (draw?.state !== 'drawn') return;
  if ((await tx.count(prizeEntries, where({ draw: drawId, state: 'pending' }))) > 0) return;
  await tx.update(prizeDraws, drawId, { state: 'closed', closedAt: tx.now });
}

/** Again: the same answer. */
export const claimPrizeAction = action(claimPrize, async (tx, input, { actor, clock }) => {
  const draw = await tx.get(prizeDraws, input.drawId);
  if (draw?.event !== input.eventId) return refuseWith('draw_not_found', { path: 'drawId' });
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const entry = await tx.findOne(prizeEntries, { draw: draw.id, registration: registration.value.id });
  if (!entry || entry.state === 'entered') return refuseWith('not_a_winner');
  if (entry.state === 'claimed') return ok({ winner: winnerAnswer(entry) });
  if (entry.state === 'forfeited' || (entry.claimUntil ?? '') < isoTime(clock()))
    return refuseWith('claim_expired', { detail: { claimUntil: entry.claimUntil } });
  const claimed = await tx.update(prizeEntries, entry.id, { state: 'claimed', claimedAt: tx.now });
  await closeIfDone(tx, draw.id);
  return ok({ winner: winnerAnswer(claimed) });
});

async function forfeit(tx: Transaction, { id }: PrizeEntryRecord, now: string): Promise<void> {
  const entry = await tx.get(prizeEntries, id);
  if (entry?.state !== 'pending' || (entry.claimUntil ?? '') >= now) return;
  await tx.update(prizeEntries, id, { state: 'forfeited' });
  const draw = await tx.get(prizeDraws, entry.draw);
  if (draw) await giveNextPrize(tx, draw, isoTime(Date.parse(now) + draw.claimHours * hourMs));
  await closeIfDone(tx, entry.draw);
}

const pending: Condition = { kind: 'field', path: 'state', op: 'equals', value: 'pending' };

export const forfeitPrizes: TimedJob = {
  name: 'events.forfeit-prizes',
  everyMs: minuteMs,
  scheduled: [
    {
      collection: prizeEntries.name,
      field: 'claimUntil',
      waiting: pending,
      longestMs: () => claimHoursMax * hourMs,
    },
  ],
  nextDue: (context, { lastRunMs }) =>
    firstDue(context, { collection: prizeEntries.name, field: 'claimUntil', where: pending }, lastRunMs),
  async run({ clock, commit, reader }) {
    const now = isoTime(clock());
    const overdue: Condition = { kind: 'field', path: 'claimUntil', op: 'less_than', value: now };
    const due = await reader.find(prizeEntries, {
      where: { kind: 'and', of: [pending, overdue] },
      limit: forfeitsMax,
    });
    for (const entry of due) throwIfRefused(await commit(async (tx) => ok(await forfeit(tx, entry, now))));
  },
};
