/**
 * The texts of verdicts for people and for HTTP: a title for the screen, a sentence with the next step, a status.
 * English; screens in other languages translate by code. Facts of the one case (when, where) stand in the detail.
 */
import type { Refusal } from '../base/result.ts';
import type { Verdict, VerdictCode } from './verdict.ts';

export interface VerdictText {
  readonly title: string;
  readonly sentence: string;
  /**
   * Status of `POST /events/checkin`: 409 used, full or state, 410 expired, 403 gate, station or another event, 404 unknown,
   * 422 code or questions.
   */
  readonly httpStatus: 200 | 403 | 404 | 409 | 410 | 422;
}

export const verdictTexts: Readonly<Record<VerdictCode, VerdictText>> = {
  admitted: { title: 'Welcome', sentence: 'The ticket is valid. Let the person in.', httpStatus: 200 },
  already_checked_in: {
    title: 'Already checked in',
    sentence: 'This ticket has already been used. Check the time and gate with the person, or call a supervisor.',
    httpStatus: 409,
  },
  code_expired: {
    title: 'Code expired',
    sentence: 'Ask for the live ticket page, not a screenshot or printout, or look the person up by name.',
    httpStatus: 410,
  },
  code_from_future: {
    title: 'Code not valid yet',
    sentence:
      'The code’s time is in the future. Ask them to reload the ticket page, and check the clock of this kiosk.',
    httpStatus: 422,
  },
  code_forged: {
    title: 'Not a genuine code',
    sentence: 'The signature is missing or wrong. Ask for the ticket page or the email, or look the person up by name.',
    httpStatus: 422,
  },
  code_malformed: {
    title: 'Not a ticket code',
    sentence: 'This is not a ticket code. Scan the QR code on the ticket page, or look the person up by name.',
    httpStatus: 422,
  },
  wrong_event: {
    title: 'Ticket for another event',
    sentence: 'This ticket belongs to another event. Ask for the ticket for this event, or look the person up by name.',
    httpStatus: 403,
  },
  unknown_ticket: {
    title: 'Ticket not found',
    sentence: 'No registration has this ticket number here. Look the person up by name, or send them to the help desk.',
    httpStatus: 404,
  },
  not_confirmed: {
    title: 'Not confirmed',
    sentence: 'The registration is not confirmed: it is unpaid or on the waiting list. Send them to the help desk.',
    httpStatus: 409,
  },
  cancelled: {
    title: 'Cancelled',
    sentence: 'The registration was cancelled, expired unpaid, or the event is cancelled. Send them to the help desk.',
    httpStatus: 409,
  },
  refunded: {
    title: 'Refunded',
    sentence: 'The ticket was refunded and is no longer valid. Send them to the help desk.',
    httpStatus: 409,
  },
  revoked: {
    title: 'Ticket withdrawn',
    sentence: 'The organizer has withdrawn this ticket. Ask for a newer ticket, or call a supervisor.',
    httpStatus: 409,
  },
  blocked: {
    title: 'Please check',
    sentence: 'The organizer wants to speak to this person first. Read the reason and call a supervisor.',
    httpStatus: 409,
  },
  wrong_gate: {
    title: 'Wrong gate',
    sentence: 'This ticket is not valid at this gate. Send the person to a gate that accepts it.',
    httpStatus: 403,
  },
  too_early: {
    title: 'Not open yet',
    sentence: 'This gate has not opened. Ask the person to come back when it does.',
    httpStatus: 403,
  },
  too_late: {
    title: 'Gate closed',
    sentence: 'This gate has closed. Send the person to another gate, or call a supervisor.',
    httpStatus: 403,
  },
  gate_full: {
    title: 'Full',
    sentence: 'The room at this gate is full. Let people in as others leave.',
    httpStatus: 409,
  },
  exit_first: {
    title: 'Still inside',
    sentence: 'This ticket has not been scanned out. Scan it out first, or call a supervisor.',
    httpStatus: 409,
  },
  questions_required: {
    title: 'Questions to answer',
    sentence: 'Ask the questions of this ticket and send the answers with the check-in.',
    httpStatus: 422,
  },
  clock_untrusted: {
    title: 'Clock not trusted',
    sentence: 'This kiosk is not sure of the time. Connect it to the server once. Until then, look people up by name.',
    httpStatus: 403,
  },
  kiosk_revoked: {
    title: 'Kiosk revoked',
    sentence: 'The organizer has revoked this kiosk. Pair it again, or send people to another gate.',
    httpStatus: 403,
  },
  lease_expired: {
    title: 'Kiosk offline too long',
    sentence: 'This kiosk has not reached the server for too long. Connect it, or pair it again.',
    httpStatus: 403,
  },
};

const unknownGateSentence =
  'The event has no gate with this ID. Send the ID of one of its gates. The ticket itself was not refused.';

const externalEndedSentence =
  'Codes of the other system are no longer accepted. Look the person up by name, or accept them in the import’s settings.';

function sentenceOf(code: VerdictCode, detail: Verdict['detail']): string {
  if (detail.unknownGate) return unknownGateSentence;
  return code === 'code_expired' && detail.external ? externalEndedSentence : verdictTexts[code].sentence;
}

/** The verdict as an entry of `errors`. */
export function refusalOf(verdict: Verdict): Refusal {
  const { code, detail } = verdict;
  const message = sentenceOf(code, detail);
  return { code, message, detail: { ...detail } };
}
