import type { RefundWay } from '../../../modules/events/letters/letter.ts';

/** Texts about a session of the person. */
interface SessionTexts {
  readonly subject: (session: string, event: string) => string;
  readonly opening: (session: string, event: string) => string;
  readonly closing: string;
}

interface MeetingTexts {
  readonly subject: (person: string, event: string) => string;
  readonly opening: (person: string, event: string) => string;
  readonly closing: string;
}

interface AskedMeetingTexts extends MeetingTexts {
  readonly until: (time: string) => string;
}

/**
 * The sentences of the mails: every language has all of them, each kind under the name it has in the setting of an event.
 * Times, sums and names are put in by `letter-kinds.ts`.
 */
export interface LetterTexts {
  /** Text for each way of a refund; it follows the sum. */
  readonly refundWays: Readonly<Record<Exclude<RefundWay, 'other'>, string>>;
  /** Separator between a label and its value. */
  readonly colon: string;
  readonly greeting: (name: string) => string;
  readonly ticketConfirmed: {
    readonly subject: (event: string) => string;
    readonly opening: (event: string) => string;
    readonly page: string;
    /** @param minutes for which the code in the picture is valid */
    readonly picture: (minutes: number) => string;
    readonly closing: string;
  };
  readonly registrationCancelled: {
    readonly subject: (event: string) => string;
    /** @param isMany whether the mail is about several tickets */
    readonly opening: (event: string, isMany: boolean) => string;
    /** @param sum with its currency */
    readonly refund: (sum: string, way: string) => string;
    readonly closing: string;
  };
  readonly ticketTransferred: {
    readonly subject: (event: string) => string;
    readonly opening: (event: string) => string;
    readonly closing: string;
  };
  readonly orderReceived: {
    readonly subject: (event: string) => string;
    readonly opening: (order: string, event: string) => string;
    /** @param sum with its currency */
    readonly pay: (sum: string) => string;
    readonly payUntil: (sum: string, time: string) => string;
    readonly bank: (order: string) => string;
    readonly closing: string;
  };
  readonly orderPaid: {
    readonly subject: (event: string) => string;
    readonly opening: (order: string, event: string) => string;
    readonly tickets: string;
    readonly closing: string;
  };
  readonly refundSent: {
    readonly subject: (event: string) => string;
    readonly opening: (sum: string, event: string, way: string) => string;
    readonly closing: string;
  };
  readonly refundFailed: {
    readonly subject: (event: string) => string;
    readonly opening: (sum: string, event: string) => string;
    readonly closing: string;
  };
  readonly eventCancelled: {
    readonly subject: (event: string) => string;
    /** @param isMany whether the mail is about several tickets */
    readonly opening: (event: string, isMany: boolean) => string;
    readonly refund: (sum: string, way: string) => string;
    readonly closing: string;
  };
  readonly waitlistOffer: {
    readonly subject: (event: string) => string;
    readonly opening: (event: string) => string;
    readonly until: (time: string) => string;
    readonly closing: string;
  };
  /** The person moved from the waiting list into the session. */
  readonly sessionPromoted: SessionTexts;
  readonly sessionChanged: SessionTexts;
  /** The session was moved to a time when the person has something else. */
  readonly sessionDisplaced: SessionTexts;
  readonly sessionCancelled: SessionTexts;
  readonly meetingProposed: AskedMeetingTexts;
  /** Another time, of a meeting that is agreed or not. */
  readonly meetingMoved: AskedMeetingTexts;
  readonly meetingConfirmed: MeetingTexts;
  /** Another time was declined: the agreed one stays. */
  readonly meetingKept: MeetingTexts;
  readonly meetingDeclined: MeetingTexts;
  readonly meetingWithdrawn: MeetingTexts;
  readonly meetingCancelled: MeetingTexts;
  readonly prizeWon: {
    readonly subject: (prize: string, event: string) => string;
    readonly opening: (prize: string, event: string) => string;
    readonly until: (time: string) => string;
    readonly closing: string;
  };
  readonly exhibitorInvited: {
    readonly subject: (exhibitor: string, event: string) => string;
    readonly opening: (exhibitor: string, event: string) => string;
    /** Sentence on the way in which a phone becomes the scanner. */
    readonly phone: string;
    readonly closing: string;
  };
  readonly message: {
    /** Reason why the person gets it. */
    readonly closing: (event: string) => string;
    readonly unsubscribe: string;
  };
  readonly labels: {
    readonly ticket: string;
    readonly number: string;
    readonly begins: string;
    readonly ends: string;
    readonly where: string;
    readonly open: string;
    readonly order: string;
    readonly total: string;
    readonly openOrder: string;
    readonly openOffer: string;
    readonly session: string;
    readonly openSchedule: string;
    readonly claimPrize: string;
    readonly meetingWith: string;
    readonly table: string;
    readonly booth: string;
    readonly openLeads: string;
  };
  /** Alternative text of the picture, for those who do not see it. */
  readonly qrCode: string;
  /** Description in the calendar, which others may see: where the link to the ticket is found. */
  readonly yourTicket: string;
}
