/** The content of a mail to an attendee; wording, layout and transport belong to the mailer. */
import type { Language } from '#shared/base/languages.ts';
import type { LetterTemplate } from '#shared/modules/events/letters.ts';

/** An amount of money, in minor units. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

/** The sender as it stands below the text of every mail. */
export interface LetterOrganizer {
  readonly name: string | null;
  /** PNG; null: there is no logo. */
  readonly logo: Uint8Array | null;
}

export interface LetterOrder {
  /** Number by which people refer to the order. */
  readonly number: string;
  readonly pageUrl: string;
  readonly total: Sum;
  /** ISO 8601; null: nothing is to be paid, or there is no end. */
  readonly payUntil: string | null;
  /** Instructions for a bank transfer, in the organizer's words; null: it is not paid that way. */
  readonly bank: string | null;
  /** Each person with a ticket; empty while it is not paid. */
  readonly tickets: readonly {
    readonly name: string;
    readonly ticketTypeName: string;
    readonly pageUrl: string;
  }[];
}

/** A meeting as one of its two people reads of it; times ISO 8601. */
export interface LetterMeeting {
  readonly id: string;
  readonly with: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The table; null: none. */
  readonly place: string | null;
  /** Time by which a proposal is to be answered; null: nothing is to be answered. */
  readonly answerUntil: string | null;
  /** SEQUENCE of the calendar entry. */
  readonly sequence: number;
}

/** Way of a refund: as it was paid, to a bank account, or in a way that the organizer chose. */
export type RefundWay = 'same' | 'transfer' | 'other';

export interface Letter {
  readonly template: LetterTemplate;
  /** The recipient's. */
  readonly language: Language;
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly messageId: string;
  readonly recipient: { readonly name: string; readonly email: string };
  readonly event: {
    readonly id: string;
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly timezone: string;
    readonly venue: string | null;
  };
  readonly ticketTypeName: string;
  /** The public page of the event, for the calendar entry; absent or null: there is none. */
  readonly eventPage?: string | null;
  /** Part of the UID of the calendar entry. */
  readonly registrationId: string;
  /** The ticket page; empty where there is none. */
  readonly pageUrl: string;
  /** Null where there is no ticket to show. */
  readonly ticket: { readonly qrText: string; readonly number: string; readonly windowMinutes: number } | null;
  /** Amount that goes back; null: none. */
  readonly refund: (Sum & { readonly way?: RefundWay }) | null;
  /** The tickets that were cancelled or refunded: there may be several with one letter. */
  readonly about?: readonly { readonly name: string; readonly ticketTypeName: string }[];
  readonly order?: LetterOrder | null;
  /** A place on offer to someone who waits; `until` ISO 8601. */
  readonly offer?: { readonly pageUrl: string; readonly until: string; readonly price: Sum | null } | null;
  readonly session?: LetterSession | null;
  /** Prize that the person has won and must claim by `until` (ISO 8601). */
  readonly prize?: { readonly name: string; readonly pageUrl: string; readonly until: string } | null;
  readonly meeting?: LetterMeeting | null;
  /** Exhibitor of an invitation, whose leads the page shows; `booth` as on the floor plan. */
  readonly exhibitor?: { readonly name: string; readonly booth: string | null; readonly pageUrl: string } | null;
  /** The organizer's words instead of ours, light markup with placeholders. */
  readonly own?: { readonly subject: string | null; readonly body: string | null } | null;
  readonly replyTo?: string | null;
  readonly organizer?: LetterOrganizer | null;
  /** Address at which the person asks for no more messages; set in messages alone. */
  readonly unsubscribeUrl?: string | null;
}

/** A session that the person has a place in, or waits for. */
export interface LetterSession {
  readonly id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly room: string | null;
  /** The person has a place: the calendar entry is confirmed, not cancelled. */
  readonly isTaken: boolean;
  /** SEQUENCE of the calendar entry. */
  readonly sequence: number;
}

/** A letter as people read it: subject, plain text and HTML. */
export interface ShownLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
