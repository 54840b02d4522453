/** An event as its settings hold it. */
import type { Versioned } from '../../data/save-record.ts';

export interface RefundTerms {
  readonly enabled?: boolean;
  /** Hours of a full refund: after the payment or before the start, by `basis`. */
  readonly windowHours?: number;
  /** Share that is refunded otherwise, from 0 to 100. */
  readonly partialRefundPercent?: number;
  readonly basis?: 'payment' | 'event_start';
}

export interface PaymentSetting {
  readonly enabled?: boolean;
  readonly connectAccountId?: string | null;
  readonly refunds?: RefundTerms;
  readonly bankTransfer?: {
    readonly enabled?: boolean;
    readonly instructions?: string | null;
    /** Days for which seats are held. */
    readonly holdDays?: number;
  };
  readonly [other: string]: unknown;
}

export interface PostalAddress {
  readonly line1?: string | null;
  readonly line2?: string | null;
  readonly postalCode?: string | null;
  readonly city?: string | null;
  readonly country?: string | null;
}

export interface Invoicing {
  readonly enabled?: boolean;
  readonly sellerName?: string | null;
  readonly address?: PostalAddress | null;
  readonly email?: string | null;
  readonly taxId?: string | null;
  readonly vatId?: string | null;
  readonly prefix?: string | null;
  readonly footer?: string | null;
}

export interface LetterWords {
  readonly subject?: string | null;
  readonly body?: string | null;
}

export interface LettersSetting {
  readonly replyTo?: string | null;
  readonly [template: string]: LetterWords | string | null | undefined;
}

/** A setting whose fields `#shared/modules/events` defines; null: none is stored, so the defaults apply. */
type Setting = Readonly<Record<string, unknown>> | null;

export interface EventRecord extends Versioned {
  readonly letters?: LettersSetting | null;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** ISO 8601, as every time here. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** Null: 2 hours before the start. */
  readonly doorsOpenAt: string | null;
  readonly timezone: string;
  readonly venue: string | null;
  readonly description: string | null;
  /** Seats of all ticket types together; null: unlimited. */
  readonly capacity: number | null;
  readonly onePerEmail: boolean;
  readonly stripe: PaymentSetting | null;
  readonly slug?: string | null;
  readonly publicPage?: boolean | null;
  readonly summary?: string | null;
  readonly terms?: string | null;
  readonly invoicing: Invoicing | null;
  readonly waitlist: Setting;
  readonly networking: Setting;
  readonly gamification: Setting;
  readonly features: Setting;
  readonly schedule: Setting;
  readonly exhibiting: Setting;
}
