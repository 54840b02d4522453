/** Order numbers: short, without letters and digits that are confused when they are spoken or written. */
import { ticketOrders } from '#shared/modules/events/order.ts';
import type { Reader } from '../../../store/contract.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 5;
/** Thirty-three million numbers: several taken ones in a row mean that almost all are. Then numbers grow longer. */
const triesPerLength = 8;
const longest = 12;

function numberOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => letters[byte % letters.length]).join('');
}

export async function freeOrderNumber(reader: Reader, randomBytes: (size: number) => Uint8Array): Promise<string> {
  for (let size = length; size <= longest; size++)
    for (let i = 0; i < triesPerLength; i++) {
      const number = numberOf(randomBytes(size));
      if (!(await reader.findOne(ticketOrders, { number }))) return number;
    }
  throw new Error('no order number is left');
}
