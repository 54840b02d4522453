/** Seats of one transaction, taken and given back in memory: each count is written once for a chunk, not for each row. */
import { type EventRecord, seatCounts, type TicketTypeRecord } from '#shared/modules/events/event.ts';
import type { Transaction } from '../../../store/contract.ts';
import { ensureSeatCount, eventSeats, ticketTypeSeats } from '../event/seats.ts';

interface Count {
  readonly id: string;
  readonly capacity: number | null;
  readonly before: number;
  taken: number;
}

export interface SeatBook {
  /** @returns false: none is left, and none was taken */
  take(type: TicketTypeRecord): Promise<boolean>;
  free(registration: { readonly ticketType: string; readonly status: string }): Promise<void>;
  /** Writes the counts that have changed. Counts are read again after it, so that other code may change them. */
  write(): Promise<void>;
}

export function openSeatBook(tx: Transaction, event: EventRecord, types: readonly TicketTypeRecord[]): SeatBook {
  const counts = new Map<string, Count>();

  async function countsOf(type: TicketTypeRecord): Promise<readonly Count[]> {
    const found: Count[] = [];
    for (const seats of [ticketTypeSeats(type), eventSeats(event)]) {
      const known = counts.get(seats.scope);
      if (known) {
        found.push(known);
        continue;
      }
      const { id, taken } = await ensureSeatCount(tx, event.id, seats);
      const count = { id, capacity: seats.capacity, before: taken, taken };
      counts.set(seats.scope, count);
      found.push(count);
    }
    return found;
  }

  return {
    async take(type) {
      const both = await countsOf(type);
      if (both.some(({ capacity, taken }) => capacity !== null && taken >= capacity)) return false;
      for (const count of both) count.taken += 1;
      return true;
    },
    async free({ ticketType, status }) {
      const type = types.find(({ id }) => id === ticketType);
      if (!type || status === 'waitlisted') return;
      for (const count of await countsOf(type)) count.taken = Math.max(0, count.taken - 1);
    },
    async write() {
      for (const { id, before, taken } of counts.values())
        if (taken !== before) await tx.update(seatCounts, id, { taken });
      counts.clear();
    },
  };
}
