/** The data of an event's overview. */
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { request } from '../../data/client.ts';
import { type Counted, countEach } from '../../data/count-each.ts';
import { openAlerts } from '../../data/open-alerts.ts';
import { openConflicts } from '../../data/open-conflicts.ts';
import { listAll } from '../../data/page-query.ts';
import { seatsByScope } from '../../data/seats-taken.ts';
import type { Stats } from '../gate/gate-data.ts';

export interface Sales {
  readonly confirmed: number;
  readonly pending: number;
  /** Confirmed registrations that were paid. */
  readonly paid: number;
  readonly byDay: readonly { readonly day: string; readonly registered: number }[];
  /** One entry a currency, the largest sum first; minor units. */
  readonly revenue: readonly {
    readonly currency: string;
    readonly paid: number;
    readonly refunded: number;
    /** Sum of the refunds that are on their way. */
    readonly refundPending: number;
  }[];
}

export interface TypeSeats {
  readonly id: string;
  readonly name: string;
  readonly kind: TicketTypeRecord['kind'];
  /** Below 0: no limit. */
  readonly quantity: number;
  /** Seats held and sold. */
  readonly taken: number;
}

export interface OverviewData {
  readonly sales: Sales;
  readonly stats: Stats & { readonly insideNow: number };
  readonly types: readonly TypeSeats[];
  /** Counts of what needs attention or has been done. */
  readonly conflicts: number;
  readonly alerts: number;
  readonly mailAlerts: number;
  readonly refundsFailed: number;
  readonly mailsFailed: number;
  readonly reports: number;
  readonly kiosks: number;
  readonly kiosksOffline: number;
  readonly supervisors: number;
}

/** Reads the ticket types with the seats that are held or sold of each. */
export async function readTypeSeats(eventId: string): Promise<readonly TypeSeats[]> {
  const where = { event: { equals: eventId } };
  const [types, taken] = await Promise.all([
    listAll<Omit<TypeSeats, 'taken'>>('ticket_types', { where, sort: 'position' }),
    seatsByScope(eventId),
  ]);
  return types.map(({ id, kind, name, quantity }) => ({
    id,
    name,
    kind,
    quantity,
    taken: taken.get(`ticket_type:${id}`) ?? 0,
  }));
}

const counted = [
  ...(['conflicts', 'alerts', 'mailAlerts', 'refundsFailed', 'mailsFailed', 'reports'] as const),
  ...(['kiosks', 'kiosksOffline', 'supervisors'] as const),
] as const;

function readCounts(eventId: string): Promise<Readonly<Record<(typeof counted)[number], number>>> {
  const event = { equals: eventId };
  const failed = { state: { equals: 'failed' } };
  const paired = { event, revokedAt: { exists: false } };
  const of: Readonly<Record<(typeof counted)[number], Counted>> = {
    conflicts: ['checkin_conflicts', openConflicts(eventId)],
    alerts: ['payment_alerts', openAlerts(eventId, 'money')],
    mailAlerts: ['payment_alerts', openAlerts(eventId, 'mails')],
    refundsFailed: ['refunds', { event, ...failed }],
    mailsFailed: ['outgoing_mails', { registration: { some: { event } }, ...failed }],
    reports: ['match_reports', { event, reviewedAt: { exists: false } }],
    kiosks: ['kiosks', paired],
    kiosksOffline: ['kiosks', { ...paired, presence: { equals: 'offline' } }],
    supervisors: ['supervisors', { event, active: { equals: true } }],
  };
  return countEach(counted, (name) => of[name]);
}

export async function readOverview(eventId: string): Promise<OverviewData> {
  const [sales, stats, types, counts] = await Promise.all([
    request<Sales>('GET', `/events/${eventId}/sales`),
    request<OverviewData['stats']>('GET', `/events/${eventId}/checkin/stats`),
    readTypeSeats(eventId),
    readCounts(eventId),
  ]);
  return { sales, stats, types, ...counts };
}
