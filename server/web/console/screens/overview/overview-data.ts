/** The data of an event's overview. */
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { request } from '../../data/client.ts';
import { countRecords } from '../../data/count-records.ts';
import { openAlerts } from '../../data/open-alerts.ts';
import { listPage } from '../../data/page-query.ts';
import type { Stats } from '../gate/gate-data.ts';

export interface Sales {
  readonly confirmed: number;
  readonly pending: number;
  readonly paid: number;
  readonly byDay: readonly { readonly day: string; readonly registered: number }[];
  readonly revenue: readonly {
    readonly currency: string;
    readonly paid: number;
    readonly refunded: number;
    /** On its way back. */
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
  readonly alerts: number;
  readonly mailAlerts: number;
  readonly refundsFailed: number;
  readonly mailsFailed: number;
  readonly reports: number;
  readonly kiosks: number;
  readonly kiosksOffline: number;
  readonly supervisors: number;
}

const typesMax = 200;

/** Ticket types with the seats that are held or sold of each. */
export async function readTypeSeats(eventId: string): Promise<readonly TypeSeats[]> {
  const where = { event: { equals: eventId } };
  const [types, counts] = await Promise.all([
    listPage<Omit<TypeSeats, 'taken'>>('ticket_types', { where, sort: 'position', limit: typesMax }),
    listPage<{ scope: string; taken: number }>('seat_counts', { where, limit: typesMax }),
  ]);
  const taken = new Map(counts.data.map(({ scope, taken }) => [scope, taken]));
  return types.data.map(({ id, kind, name, quantity }) => ({
    id,
    name,
    kind,
    quantity,
    taken: taken.get(`ticket_type:${id}`) ?? 0,
  }));
}

export async function readOverview(eventId: string): Promise<OverviewData> {
  const event = { equals: eventId };
  const paired = { event, revokedAt: { exists: false } };
  const [
    sales,
    stats,
    types,
    alerts,
    mailAlerts,
    refundsFailed,
    mailsFailed,
    reports,
    kiosks,
    kiosksOffline,
    supervisors,
  ] = await Promise.all([
    request<Sales>('GET', `/events/${eventId}/sales`),
    request<OverviewData['stats']>('GET', `/events/${eventId}/checkin/stats`),
    readTypeSeats(eventId),
    countRecords('payment_alerts', openAlerts(eventId, 'money')),
    countRecords('payment_alerts', openAlerts(eventId, 'mails')),
    countRecords('refunds', { event, state: { equals: 'failed' } }),
    countRecords('outgoing_mails', { state: { equals: 'failed' }, 'registration.event': event }),
    countRecords('match_reports', { event, reviewedAt: { exists: false } }),
    countRecords('kiosks', paired),
    countRecords('kiosks', { ...paired, presence: { equals: 'offline' } }),
    countRecords('supervisors', { event, active: { equals: true } }),
  ]);
  const waiting = { alerts, mailAlerts, refundsFailed, mailsFailed, reports };
  return { sales, stats, types, ...waiting, kiosks, kiosksOffline, supervisors };
}
