/** Ticket types and vouchers as the page shows them, and how they stand now. */
import type { Tone } from '../../../parts/state-pill.tsx';
import { listPage } from '../../data/page-query.ts';
import type { Versioned } from '../../data/save-record.ts';

export interface PriceStep {
  readonly name: string;
  readonly from: string;
  readonly price: number;
  readonly quantity?: number | null;
}

export interface TicketType extends Versioned {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly currency: string;
  /** -1: unlimited. */
  readonly quantity: number;
  readonly saleStart: string | null;
  readonly saleEnd: string | null;
  readonly position: number;
  readonly walkIn: boolean;
  readonly hidden: boolean;
  readonly kind: 'admission' | 'add_on';
  readonly addOnTo: readonly string[] | null;
  readonly minPerOrder: number;
  readonly maxPerOrder: number;
  readonly priceSteps: readonly PriceStep[] | null;
  readonly taxPercent: number;
  readonly taxName: string | null;
  readonly taxIncluded: boolean;
}

export interface TicketsData {
  readonly types: readonly TicketType[];
  /** Seats held and sold, by scope. */
  readonly taken: ReadonlyMap<string, number>;
}

const typesMax = 200;
const countsMax = 200;

export async function readTickets(eventId: string): Promise<TicketsData> {
  const where = { event: { equals: eventId } };
  const [types, counts] = await Promise.all([
    listPage<TicketType>('ticket_types', { where, sort: 'position', limit: typesMax }),
    listPage<{ scope: string; taken: number }>('seat_counts', { where, limit: countsMax }),
  ]);
  return { types: types.data, taken: new Map(counts.data.map(({ scope, taken }) => [scope, taken])) };
}

export const soldOf = ({ taken }: TicketsData, { id }: TicketType): number => taken.get(`ticket_type:${id}`) ?? 0;
export const soldAtStep = ({ taken }: TicketsData, { id }: TicketType, step: PriceStep): number =>
  taken.get(`price_step:${id}:${step.name}`) ?? 0;

export interface SaleState {
  readonly label: string;
  readonly tone: Tone;
}

export function saleStateOf(data: TicketsData, type: TicketType, nowMs = Date.now()): SaleState {
  const { quantity, saleStart, saleEnd, hidden } = type;
  if (quantity >= 0 && soldOf(data, type) >= quantity) return { label: 'Sold out', tone: 'danger' };
  if (saleEnd !== null && Date.parse(saleEnd) <= nowMs) return { label: 'Sale ended', tone: 'plain' };
  if (saleStart !== null && Date.parse(saleStart) > nowMs) return { label: 'Not on sale yet', tone: 'warn' };
  return hidden ? { label: 'Hidden', tone: 'plain' } : { label: 'On sale', tone: 'success' };
}

/** By time. */
export function stepsOf({ priceSteps }: TicketType): readonly PriceStep[] {
  return [...(priceSteps ?? [])].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** The step that applies: the latest whose time has come; one that is sold moves on to the next. Null: the base price. */
export function stepNow(data: TicketsData, type: TicketType, nowMs = Date.now()): PriceStep | null {
  const steps = stepsOf(type);
  let at = steps.findLastIndex(({ from }) => Date.parse(from) <= nowMs);
  const isSold = (step: PriceStep | undefined) =>
    step?.quantity !== undefined && step.quantity !== null && soldAtStep(data, type, step) >= step.quantity;
  while (at >= 0 && at < steps.length - 1 && isSold(steps[at])) at++;
  return steps[at] ?? null;
}

/** For new types: from the name, and not one that the event has. */
export function keyFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .slice(0, 48);
  const key = plain || 'ticket';
  if (!taken.includes(key)) return key;
  let n = 2;
  while (taken.includes(`${key}-${n}`)) n++;
  return `${key}-${n}`;
}
