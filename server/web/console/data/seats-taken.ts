/** Reads the number of seats that are sold or held now. */
import { listPage } from './page-query.ts';

/** @param scope `event:ID` or `ticket_type:ID` */
export async function seatsTaken(scope: string): Promise<number> {
  const { data } = await listPage<{ taken: number }>('seat_counts', { where: { scope: { equals: scope } }, limit: 1 });
  return data[0]?.taken ?? 0;
}
