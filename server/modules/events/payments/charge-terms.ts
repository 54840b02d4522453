/** Computes the terms of a charge that the processor gets for a sale: amount, fee, account and the text for the buyer. Pure. */
import { minuteMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import { stripeFields } from '#shared/modules/events/settings.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { firstOf, type Sale } from '../orders/sale.ts';
import type { ChargeTerms } from './processor.ts';

export type PaymentSetting = ValuesOf<typeof stripeFields>;

export function paymentSettingOf(event: Pick<EventRecord, 'stripe'> | null): PaymentSetting {
  return readSetting(stripeFields, event?.stripe);
}

/** Life of a hosted page. The processor requires 30 minutes at least, counted from when it has made the page. */
export const pageLifeMs = 32 * minuteMs;
/** Remaining life below which a page is asked for with new terms: the processor could refuse to make it. */
export const pageLifeLeastMs = 31 * minuteMs;

const standardFeePercent = 5;
/** Wallets are cards to the processor. */
const methodNames: Readonly<Record<string, string>> = { apple_pay: 'card', google_pay: 'card' };

function methodsOf({ paymentMethods }: PaymentSetting): readonly string[] {
  const named = (paymentMethods ?? []).map((name) => methodNames[name] ?? name);
  return [...new Set(named)].filter((name) => /^[a-z_]{2,40}$/.test(name));
}

export interface ChargeFor {
  readonly tenant: string;
  readonly event: EventRecord;
  readonly sale: Sale;
  readonly pagesUrl: string;
  readonly nowMs: number;
  /** The account that is paid is in another region than the platform. */
  readonly otherRegion: boolean;
}

/** Percentage of a payment that the platform keeps; null: it is paid to the platform itself. */
export function feePercentOf(event: Pick<EventRecord, 'stripe'>): number | null {
  const { connectAccountId, platformFee } = paymentSettingOf(event);
  return connectAccountId ? (platformFee?.percent ?? standardFeePercent) : null;
}

/** Returns the description that the buyer reads at the processor. */
function descriptionOf(event: EventRecord, { order, registrations }: Sale, ticketName: string): string {
  const people = registrations.filter(({ status }) => status !== 'cancelled').length;
  return people > 1 && order
    ? `${event.name}: ${people} tickets, order ${order.number}`
    : `${event.name}: ${ticketName}`;
}

/** The order's page, for those who bought there; the ticket's, where one ticket was sold by the interface. */
function returnPath({ order, registrations }: Sale): string {
  const isOfPage = order !== null && (order.channel !== 'api' || registrations.length > 1);
  return isOfPage ? `/o/${order.pageSecret}` : `/t/${registrations[0]?.pageSecret}`;
}

/** @param ticketName of the first ticket type */
export function chargeTerms(
  { event, nowMs, otherRegion, pagesUrl, sale, tenant }: ChargeFor,
  ticketName: string,
): ChargeTerms {
  const setting = paymentSettingOf(event);
  const { amount, currency, order } = sale;
  const first = firstOf(sale);
  const page = setting.checkout === 'embedded' ? 'embedded' : 'hosted';
  return {
    page,
    amount,
    currency,
    fee: shareOf(amount, feePercentOf(event) ?? 0, currency),
    account: setting.connectAccountId ?? null,
    onBehalfOf: setting.onBehalfOf === true || otherRegion,
    description: descriptionOf(event, sale, ticketName),
    email: order?.email ?? first.email,
    receipt: setting.receipts === true,
    methods: methodsOf(setting),
    returnUrl: `${pagesUrl}${returnPath(sale)}`,
    expiresAtMs: page === 'hosted' ? nowMs + pageLifeMs : null,
    metadata: { registrationId: first.id, eventId: event.id, tenantId: tenant, ...(order && { orderId: order.id }) },
  };
}
