/** Reads the number of seats that are sold or held now. */
import { listAll, listPage } from './page-query.ts';

/** @param scope `event:ID` or `ticket_type:ID` */
export async function seatsTaken(scope: string): Promise<number> {
  const { data } = await listPage<{ taken: number }>('seat_counts', { where: { scope: { equals: scope } }, limit: 1 });
  return data[0]?.taken ?? 0;
}

/** @returns the seats of the event by scope: `event:<id>`, `ticket_type:<id>`, `price_step:<id>:<name>` */
export async function seatsByScope(eventId: string): Promise<ReadonlyMap<string, number>> {
  const where = { event: { equals: eventId } };
  const counts = await listAll<{ readonly scope: string; readonly taken: number }>('seat_counts', { where });
  return new Map(counts.map(({ scope, taken }) => [scope, taken]));
}
