/** Entries of the waiting list: finding one, its position in the list, and ending it. */
import { ok, type Result } from '#shared/base/result.ts';
import { events, ticketTypes } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type WaitlistEntryRecord, waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import { hasScope } from '../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { freeSeat } from '../event/seats.ts';

export const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
export const inStates = (...value: readonly WaitlistEntryRecord['state'][]): Condition => ({
  kind: 'field',
  path: 'state',
  op: 'in',
  value,
});

/** Highest priority first, then the oldest; the store adds the id, so the order is total. */
export const turn = [
  { path: 'priority', direction: 'desc' },
  { path: 'createdAt', direction: 'asc' },
] as const;

/** @param secret of the entry’s page: the credential of a caller that may not write events */
export async function entryOf(
  reader: Reader,
  {
    eventId,
    entryId,
    secret,
  }: { readonly eventId: string; readonly entryId: string; readonly secret?: string | null | undefined },
  actor: Actor,
): Promise<Result<WaitlistEntryRecord>> {
  const entry = await reader.get(waitlistEntries, entryId);
  const isTheirs =
    secret === undefined || secret === null ? hasScope(actor, 'events:write') : secret === entry?.pageSecret;
  if (entry?.event !== eventId || !isTheirs) return refuseWith('waitlist_entry_not_found', { path: 'entryId' });
  return ok(entry);
}

/** Returns the position of an entry among those that wait for its ticket type, from 1. */
export async function positionOf(reader: Reader, entry: WaitlistEntryRecord): Promise<number> {
  const { createdAt, event, id, priority, ticketType } = entry;
  const field = (path: string, op: 'greater_than' | 'less_than', value: unknown): Condition => ({
    kind: 'field',
    path,
    op,
    value,
  });
  const before: Condition = {
    kind: 'or',
    of: [
      field('priority', 'greater_than', priority),
      { kind: 'and', of: [equals('priority', priority), field('createdAt', 'less_than', createdAt)] },
      {
        kind: 'and',
        of: [equals('priority', priority), equals('createdAt', createdAt), field('id', 'less_than', id)],
      },
    ],
  };
  const ahead = await reader.count(waitlistEntries, {
    kind: 'and',
    of: [equals('event', event), inStates('waiting'), equals('ticketType', ticketType), before],
  });
  return ahead + 1;
}

export function isLive({ state }: Pick<WaitlistEntryRecord, 'state'>): boolean {
  return state === 'waiting' || state === 'offered';
}

async function freeOffered(tx: Transaction, entry: WaitlistEntryRecord): Promise<void> {
  const event = await tx.get(events, entry.event);
  const type = await tx.get(ticketTypes, entry.ticketType);
  // Deleted, and the counts of its seats with it.
  if (event && type) await freeSeat(tx, event, type);
}

/** Ends an entry; the seat that it was offered is free again in the same transaction. */
export async function endEntry(
  tx: Transaction,
  entry: WaitlistEntryRecord,
  state: 'expired' | 'removed',
): Promise<WaitlistEntryRecord> {
  if (entry.state === 'offered') await freeOffered(tx, entry);
  return await tx.update(waitlistEntries, entry.id, { state, offerExpiresAt: null });
}
