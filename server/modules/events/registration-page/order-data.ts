/** An order by the secret of its page, with all that the page says of it. */
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { type InvoiceRecord, invoicesIssued } from '#shared/modules/events/invoice.ts';
import { orderItemsMax, type TicketOrderRecord, ticketOrders } from '#shared/modules/events/order.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { isInForce } from '../changes/change-rows.ts';
import { paymentSettingOf } from '../payments/charge-terms.ts';
import { whatIsThere } from '../what-is-there.ts';

export const orderPageStates = [
  'open',
  'wait',
  'transfer',
  'review',
  'failed',
  'confirmed',
  'expired',
  'cancelled',
] as const;
export type OrderPageState = (typeof orderPageStates)[number];

export interface OrderData {
  readonly order: TicketOrderRecord;
  readonly event: EventRecord;
  readonly people: readonly RegistrationRecord[];
  /** Invoices and credit notes, oldest first. */
  readonly invoices: readonly InvoiceRecord[];
  /** Amount on its way back to the buyer, in minor units: it is not in `order.refunded` yet. */
  readonly refundPending: number;
  /** The newest attempt; null: none was begun. */
  readonly payment: PaymentRecord | null;
  readonly state: OrderPageState;
  /** Changes whenever the order, its latest payment or a registration of it is written. */
  readonly mark: string;
  /** Address at which the buyer pays now; null: none, or not yet. */
  readonly payUrl: string | null;
}

/** The order in the words of its page. A processor's word comes before ours: money on its way is not "open". */
export function orderPageState(
  { method, paymentStatus, status }: Pick<TicketOrderRecord, 'method' | 'paymentStatus' | 'status'>,
  payment: Pick<PaymentRecord, 'state'> | null,
): OrderPageState {
  if (status !== 'open') return status;
  if (paymentStatus === 'payment_review') return 'review';
  if (method === 'bank_transfer') return 'transfer';
  if (paymentStatus === 'processing' || payment?.state === 'processing') return 'wait';
  return paymentStatus === 'failed' || payment?.state === 'failed' ? 'failed' : 'open';
}

/** Maximum number of invoices and credit notes of one order, and of its pending refunds. */
const invoicesMax = 500;

function lineOf({ lines }: Pick<TicketOrderRecord, 'lines'>, registration: string): number {
  return lines.findIndex((line) => line.registration === registration);
}

async function pendingRefunds(
  reader: Reader,
  { currency }: TicketOrderRecord,
  people: readonly RegistrationRecord[],
): Promise<number> {
  const mayHave = people.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id);
  if (mayHave.length === 0) return 0;
  const ofPeople = { kind: 'field', path: 'registration', op: 'in', value: mayHave } as const;
  const pending = { kind: 'and', of: [ofPeople, where({ state: 'pending', currency })] } as const;
  const rows = await reader.find(refunds, { where: pending, limit: invoicesMax });
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** @returns null where the secret is of no order */
export async function orderData(tenantReader: Reader, secret: string): Promise<OrderData | null> {
  const reader = whatIsThere(tenantReader);
  const order = await reader.findOne(ticketOrders, { pageSecret: secret });
  const event = order && (await reader.get(events, order.event));
  if (!order || !event) return null;
  const found = await reader.find(registrations, { where: where({ order: order.id }), limit: orderItemsMax });
  // A change of ticket type that was paid is seen at the ticket that it changed.
  const changed =
    order.changeOf !== null && found.some(isInForce) ? await reader.get(registrations, order.changeOf) : null;
  const people = changed ? [changed] : found;
  const [payment = null] = await reader.find(payments, {
    where: where({ order: order.id }),
    sort: [{ path: 'attempt', direction: 'desc' }],
    limit: 1,
  });
  const invoices = await reader.find(invoicesIssued, { where: where({ order: order.id }), limit: invoicesMax });
  const state = orderPageState(order, payment);
  const versions = [order.version, payment?.version ?? 0, ...people.map(({ version }) => version)];
  return {
    ...{ order, event, payment, state },
    refundPending: await pendingRefunds(reader, order, people),
    invoices: invoices.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    // People are listed as the buyer entered them.
    people: people.toSorted((a, b) => lineOf(order, a.id) - lineOf(order, b.id)),
    mark: versions.join('.'),
    payUrl: payment?.state === 'open' && order.status === 'open' ? payment.checkoutUrl : null,
  };
}

/** Returns the organizer's instructions for a bank transfer. */
export function transferInstructions({ event }: Pick<OrderData, 'event'>): string | null {
  return paymentSettingOf(event).bankTransfer?.instructions ?? null;
}
