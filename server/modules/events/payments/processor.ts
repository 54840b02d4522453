/**
 * The port to a payment processor: every call that leaves, and the three ways it can end. The built-in test processor
 * (processors.ts) and the real one (server/outbound/payments) implement it.
 */

/** Everything a payment is asked for with. It is stored before the call: the same key always has the same parameters. */
export interface ChargeTerms {
  readonly page: 'hosted' | 'embedded';
  /** Minor units. */
  readonly amount: number;
  /** Code in capitals. */
  readonly currency: string;
  /** Minor units; 0: no fee is named. */
  readonly fee: number;
  /** The account that receives the amount; null: the platform itself. */
  readonly account: string | null;
  readonly onBehalfOf: boolean;
  readonly description: string;
  readonly email: string;
  /** The processor mails a receipt. */
  readonly receipt: boolean;
  /** Empty: what the processor's settings allow, without methods that take days. */
  readonly methods: readonly string[];
  readonly returnUrl: string;
  /** Time when a hosted page expires, Unix milliseconds; null: the page is embedded. */
  readonly expiresAtMs: number | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export type Done<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Down, slow, asked too often: worth another attempt with the same key, after `afterMs` at the earliest. */
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs?: number }
  /** Asking again has the same result until something is changed. */
  | { readonly kind: 'refused'; readonly code: string; readonly problem: string };

/** `expiresAtMs` in Unix milliseconds; null: it does not expire. A value that the kind of page does not have is null. */
export interface OpenedPayment {
  readonly session: string | null;
  readonly paymentIntent: string | null;
  readonly checkoutUrl: string | null;
  readonly clientSecret: string | null;
  readonly expiresAtMs: number | null;
}

export type PaymentStanding = 'open' | 'processing' | 'paid' | 'closed';

export interface ClosedPayment {
  readonly standing: PaymentStanding;
  readonly paymentIntent: string | null;
}

export interface RefundTerms {
  readonly paymentIntent: string;
  /** Minor units. */
  readonly amount: number;
  /** The organizer's account gives it back. */
  readonly reverseTransfer: boolean;
  /** The platform gives its part of the fee back. */
  readonly refundFee: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface MadeRefund {
  readonly id: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

export interface AccountStanding {
  readonly account: string;
  /** The tenant it was created for; null: it came another way. */
  readonly tenantId: string | null;
  readonly email: string | null;
  readonly country: string | null;
  /** Country of the platform’s own account; null: not known. */
  readonly platformCountry: string | null;
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  readonly detailsSubmitted: boolean;
  readonly disabledReason: string | null;
  readonly requirements: readonly string[];
}

export interface NewAccount {
  readonly country: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface AccountLink {
  readonly url: string;
  /** Unix milliseconds. */
  readonly expiresAtMs: number;
}

export interface ProcessorPayout {
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly arrivesAtMs: number;
}

/** A payment as the processor's own books have it; times in Unix milliseconds, amounts and fees in minor units. */
export interface BookedPayment {
  readonly paymentIntent: string;
  readonly createdMs: number;
  readonly isPaid: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly refunded: number;
  readonly fee: number;
  readonly feeRefunded: number;
  readonly disputed: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface PaymentProcessor {
  /** Mode of its key; null: it has none and speaks in the mode of each tenant. */
  readonly livemode: boolean | null;
  /** Opens a payment in this process without asking anyone; absent: the processor has to be asked. */
  readonly openAtOnce?: (terms: ChargeTerms) => OpenedPayment;
  open(terms: ChargeTerms, key: string): Promise<Done<OpenedPayment>>;
  /** Closes a payment. One that cannot be closed is looked at again: the answer has its standing. */
  close(payment: Pick<OpenedPayment, 'session' | 'paymentIntent'>): Promise<Done<ClosedPayment>>;
  refund(terms: RefundTerms, key: string): Promise<Done<MadeRefund>>;
  /**
   * Takes a disputed amount from the account that received it, as far as it still has it.
   *
   * @returns how much was taken, minor units
   */
  takeBack(paymentIntent: string, amount: number, key: string): Promise<Done<number>>;
  /** Gives an amount that was taken, in minor units, to the account again. */
  giveBack(paymentIntent: string, amount: number, key: string): Promise<Done<null>>;
  account(account: string): Promise<Done<AccountStanding>>;
  createAccount(account: NewAccount, key: string): Promise<Done<AccountStanding>>;
  accountLink(
    account: string,
    urls: { readonly returnUrl: string; readonly refreshUrl: string },
  ): Promise<Done<AccountLink>>;
  payouts(account: string): Promise<Done<readonly ProcessorPayout[]>>;
  /** All payments of the platform that were made since, newest first. */
  booked(sinceMs: number): Promise<Done<readonly BookedPayment[]>>;
}
