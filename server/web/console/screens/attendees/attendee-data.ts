/** Everything about one registration that its drawer shows. */
import type { ScanRecord } from '#shared/modules/events/gate.ts';
import type { OutgoingMailRecord } from '#shared/modules/events/message.ts';
import type { TicketOrderRecord } from '#shared/modules/events/order.ts';
import type { PaymentRecord } from '#shared/modules/events/payment.ts';
import type { RefundRecord } from '#shared/modules/events/registration.ts';
import { request } from '../../data/client.ts';
import { listPage } from '../../data/page-query.ts';
import { readRecord } from '../../data/use-record.ts';
import type { Registration } from './registration.ts';

export type Order = Pick<TicketOrderRecord, 'id' | 'number' | 'status'>;
export type Payment = Pick<PaymentRecord, 'id' | 'state' | 'amount' | 'currency' | 'createdAt' | 'problem'>;
export type Refund = Pick<
  RefundRecord,
  'id' | 'state' | 'amount' | 'currency' | 'percent' | 'method' | 'createdAt' | 'problem'
>;
export type Mail = Pick<OutgoingMailRecord, 'id' | 'template' | 'state' | 'recipient' | 'createdAt' | 'problem'>;
export type Scan = Pick<ScanRecord, 'id' | 'verdict' | 'gate' | 'direction' | 'scannedAt'>;

export interface Change {
  readonly version: number;
  readonly op: 'create' | 'update' | 'delete';
  /** ISO 8601. */
  readonly at: string;
  /** `<kind>:<id>`, e.g. `user:…`. */
  readonly actor: string;
  /** Former values of the fields that the update changed; null: no update. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface AttendeeData {
  readonly registration: Registration;
  readonly order: Order | null;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly mails: readonly Mail[];
  readonly scans: readonly Scan[];
  readonly changes: readonly Change[];
  /** Texts of the registration questions, by key. */
  readonly questions: ReadonlyMap<string, string>;
}

/** Maximum number of records of each list, the latest ones. */
const listMax = 50;

export async function readAttendee(eventId: string, id: string): Promise<AttendeeData> {
  const registration = await readRecord<Registration>('registrations', id);
  const of = { registration: { equals: id } };
  const paid = registration.order ? { order: { equals: registration.order } } : of;
  const [order, payments, refunds, mails, scans, changes, questions] = await Promise.all([
    registration.order ? readRecord<Order>('ticket_orders', registration.order) : null,
    listPage<Payment>('payments', { where: paid, sort: '-createdAt', limit: listMax }),
    listPage<Refund>('refunds', { where: of, sort: '-createdAt', limit: listMax }),
    listPage<Mail>('outgoing_mails', { where: of, sort: '-createdAt', limit: listMax }),
    listPage<Scan>('scans', { where: of, sort: '-scannedAt', limit: listMax }),
    request<{ data: readonly Change[] }>('GET', `/api/v1/registrations/${id}/versions?limit=${listMax}`),
    listPage<{ key: string; text: string }>('registration_questions', {
      where: { event: { equals: eventId } },
      limit: listMax,
    }),
  ]);
  return {
    registration,
    order,
    payments: payments.data,
    refunds: refunds.data,
    mails: mails.data,
    scans: scans.data,
    changes: changes.data,
    questions: new Map(questions.data.map(({ key, text }) => [key, text])),
  };
}
