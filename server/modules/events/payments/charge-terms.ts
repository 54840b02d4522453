/** What a processor is asked for a registration: amount, fee, account and what the buyer reads. Pure. */
import { minuteMs } from '#shared/base/time.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { stripeFields } from '#shared/modules/events/settings.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import type { ChargeTerms } from './processor.ts';

export type PaymentSetting = ValuesOf<typeof stripeFields>;

export function paymentSettingOf(event: Pick<EventRecord, 'stripe'> | null): PaymentSetting {
  return readSetting(stripeFields, event?.stripe);
}

/** The processor wants its pages to live 30 minutes at least, counted from when it has made them. */
export const pageLifeMs = 32 * minuteMs;
/** With less left than this the processor refuses to make the page. */
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
  readonly type: TicketTypeRecord;
  readonly registration: RegistrationRecord;
  readonly pagesUrl: string;
  readonly nowMs: number;
}

export function chargeTerms({ event, nowMs, pagesUrl, registration, tenant, type }: ChargeFor): ChargeTerms {
  const setting = paymentSettingOf(event);
  const { amount, currency, email, id, pageSecret } = registration;
  const account = setting.connectAccountId ?? null;
  const percent = setting.platformFee?.percent ?? standardFeePercent;
  const page = setting.checkout === 'embedded' ? 'embedded' : 'hosted';
  return {
    page,
    amount,
    currency,
    fee: account === null ? 0 : shareOf(amount, percent, currency),
    account,
    onBehalfOf: setting.onBehalfOf === true,
    description: `${event.name}: ${type.name}`,
    email,
    receipt: setting.receipts === true,
    methods: methodsOf(setting),
    returnUrl: `${pagesUrl}/t/${pageSecret}`,
    expiresAtMs: page === 'hosted' ? nowMs + pageLifeMs : null,
    metadata: { registrationId: id, eventId: event.id, tenantId: tenant },
  };
}
