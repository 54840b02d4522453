/** Everything about one registration that its drawer shows. */
import { request } from '../../data/client.ts';
import { listPage } from '../../data/page-query.ts';
import { readRecord } from '../../data/use-record.ts';
import type { Registration } from './registration.ts';

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly status: string;
}

export interface Payment {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly currency: string;
  readonly createdAt: string;
  readonly problem: string | null;
}

export interface Refund {
  readonly id: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly amount: number;
  readonly currency: string;
  readonly percent: number;
  readonly createdAt: string;
  readonly problem: string | null;
}

export interface Mail {
  readonly id: string;
  readonly template: string;
  readonly state: string;
  readonly recipient: string;
  readonly createdAt: string;
  readonly problem: string | null;
}

export interface Scan {
  readonly id: string;
  readonly verdict: string;
  readonly gate: string | null;
  readonly direction: string;
  readonly scannedAt: string;
}

export interface Change {
  readonly version: number;
  readonly op: 'create' | 'update' | 'delete';
  readonly at: string;
  readonly actor: string;
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
  readonly questions: ReadonlyMap<string, string>;
}

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
