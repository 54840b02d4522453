/**
 * The closed list of what the events module refuses, beside the verdicts of the gate (shared/admission): code, HTTP
 * status and a sentence that says what to do. The server's module hands the statuses to the platform.
 */
import type { Refusal, Refused } from '../../base/result.ts';
import { refuse } from '../../base/result.ts';

interface RefusalText {
  readonly status: 400 | 403 | 404 | 409 | 422 | 503;
  readonly message: string;
}

export const eventRefusals = {
  event_not_found: { status: 404, message: 'The event was not found. Check the event ID.' },
  ticket_type_not_found: { status: 404, message: 'The event has no such ticket type. Use one of its `tickets`.' },
  registration_not_found: { status: 404, message: 'The event has no such registration. Check both IDs.' },
  gate_not_found: { status: 404, message: 'The event has no such gate. Use one of its `gates`.' },

  event_not_open: { status: 409, message: 'The event is not open for registration.' },
  ticket_sold_out: {
    status: 409,
    message: 'No seat is left. Try another ticket type, or try again later: unpaid reservations expire.',
  },
  already_registered: {
    status: 409,
    message: 'This email address is already registered; the event allows one registration per address.',
  },
  sale_not_started: { status: 422, message: 'The sale of this ticket type has not started.' },
  sale_ended: { status: 422, message: 'The sale of this ticket type has ended.' },

  seller_missing: { status: 422, message: 'Invoices need the name of the seller. Set `invoicing.sellerName`.' },
  invoice_not_found: { status: 404, message: 'The event has no such invoice. Check both IDs.' },
  waitlist_off: { status: 409, message: 'The event has no waiting list.' },
  waitlist_full: { status: 409, message: 'The waiting list is full. Try another ticket type.' },
  already_waiting: { status: 409, message: 'This email address is already on the waiting list of this ticket type.' },
  ticket_available: { status: 409, message: 'Seats are available. Register instead of waiting.' },
  waitlist_entry_not_found: { status: 404, message: 'The event has no such waiting list entry. Check both IDs.' },
  offer_not_open: {
    status: 409,
    message: 'No seat is offered to this person now. If an offer has ended, join the waiting list again.',
  },

  currency_unsupported: { status: 422, message: 'Prices in this currency are not supported. Choose another currency.' },
  price_precision: { status: 422, message: 'The price has more decimals than the currency allows.' },
  amount_below_minimum: { status: 422, message: 'The price is below what can be charged.' },
  amount_above_maximum: { status: 422, message: 'The price is above what can be charged.' },
  ends_before_start: { status: 422, message: '`endsAt` must be later than `startsAt`.' },
  sale_ends_before_start: { status: 422, message: '`saleEnd` must be later than `saleStart`.' },
  duplicate_ticket_id: { status: 422, message: 'Two ticket types have the same ID.' },
  duplicate_gate_id: { status: 422, message: 'Two gates have the same ID.' },
  ticket_type_unknown: { status: 422, message: 'The event has no ticket type with this ID. Use one of its `tickets`.' },
  badge_layout_invalid: { status: 422, message: 'The badge layout is not valid.' },
  weights_invalid: { status: 422, message: 'At least one matching weight must be above 0.' },
  status_unknown: { status: 422, message: '`status` must be one of: draft, upcoming, live, completed, cancelled.' },
  status_follows_clock: {
    status: 422,
    message: '`startsAt` and `endsAt` decide whether an event is live or completed. Change these, or send `cancelled`.',
  },
  cursor_invalid: {
    status: 400,
    message: 'The cursor does not belong to this list with these filters. Start without it.',
  },
  event_not_draft: { status: 409, message: 'Only a draft can be published. This event is over or cancelled.' },
  registrations_exist: {
    status: 409,
    message: 'It has registrations and cannot be deleted. Cancel the event, or end the sale.',
  },
  event_over: { status: 409, message: 'The event is over and cannot be changed this way.' },

  checked_in: { status: 409, message: 'The person is checked in. Send `refund` to cancel anyway.' },
  event_ended: { status: 409, message: 'The event has ended. Send `refund` to cancel anyway.' },
  already_theirs: { status: 409, message: 'The registration already belongs to this person.' },
  no_change_after_checkin: {
    status: 409,
    message: 'The person is checked in, so the registration can no longer be transferred or changed.',
  },
  registration_not_confirmed: { status: 409, message: 'The registration is not confirmed.' },

  external_code_taken: {
    status: 409,
    message:
      'Another attendee of this event has the same ticket code already. Take the earlier import back, or correct the code.',
  },
  row_duplicate: { status: 422, message: 'The same attendee is in this file twice. Keep one of the rows.' },
  code_duplicate: { status: 422, message: 'Two rows of this file have the same ticket code. Correct one of them.' },
  import_not_found: { status: 404, message: 'The event has no such import. Check both IDs.' },
  import_state_fixed: {
    status: 409,
    message: 'An import can be stopped while it is running, and resumed while it is stopped.',
  },

  processor_missing: {
    status: 409,
    message:
      'No payment processor is set up for live payments, so paid tickets cannot be sold here. Ask the operator to set STRIPE_SECRET_KEY, make the tickets free, or use the sandbox.',
  },
  account_not_ready: {
    status: 409,
    message:
      'The organizer’s payment account cannot take payments yet. Finish its onboarding: `events.onboarding_link` gives the address.',
  },
  account_not_found: { status: 404, message: 'There is no such payment account. Check the ID.' },
  account_not_yours: {
    status: 403,
    message: 'This account was not created here for this organization. Its owner manages it at the payment processor.',
  },
  account_not_created: {
    status: 409,
    message: 'The processor has not created the account yet. Try again in a moment.',
  },
  processor_unavailable: { status: 503, message: 'The payment processor is not responding. Try again in a moment.' },
  processor_refused: { status: 409, message: 'The payment processor refused this.' },
  payment_not_due: { status: 409, message: 'There is nothing to pay for this registration.' },
  payment_attempts_used: {
    status: 409,
    message: 'The payment was started too often. Cancel this registration and make a new one.',
  },
  refund_not_found: { status: 404, message: 'The event has no such refund. Check both IDs.' },
  refund_not_failed: { status: 409, message: 'Only a refund that failed can be tried again.' },

  order_not_found: { status: 404, message: 'The event has no such order. Check both IDs.' },
  order_empty: { status: 422, message: 'An order needs at least one ticket. Add an item.' },
  order_not_open: { status: 409, message: 'The order is no longer open.' },
  not_bank_transfer: {
    status: 409,
    message: 'Only an order to be paid by bank transfer can be marked as paid. Online payments confirm themselves.',
  },
  mixed_currencies: {
    status: 422,
    message: 'An order has one currency. Order tickets with prices in different currencies separately.',
  },
  below_min_per_order: { status: 422, message: 'An order must have more tickets of this type.' },
  above_max_per_order: { status: 422, message: 'An order cannot have so many tickets of this type.' },
  add_on_alone: { status: 422, message: 'This is an add-on. Order it in `addOns` of a ticket.' },
  add_on_not_offered: { status: 422, message: 'This cannot be added to this ticket type. Choose one of its add-ons.' },
  price_changed: { status: 409, message: 'The price has changed. Show the buyer the new total, then order again.' },
  method_not_offered: { status: 422, message: 'The event does not take this method of payment. Choose another.' },
  terms_not_accepted: { status: 422, message: 'Accept the terms of the event to order.' },
  voucher_unknown: { status: 422, message: 'There is no such voucher for this event. Check the code.' },
  voucher_not_valid_yet: { status: 422, message: 'This voucher is not valid yet.' },
  voucher_expired: { status: 422, message: 'This voucher is no longer valid.' },
  voucher_used_up: { status: 409, message: 'This voucher is used up. Order without it.' },
  voucher_not_applicable: {
    status: 422,
    message: 'This voucher is for other tickets. Choose one of those, or leave it out.',
  },
  voucher_incomplete: {
    status: 422,
    message: 'A voucher with `percent` needs a percentage, one with `amount` or `price` a value.',
  },
  voucher_needs_ticket_type: {
    status: 422,
    message: 'A voucher with seats set aside must name exactly one ticket type.',
  },
  set_aside_too_large: { status: 409, message: 'So many seats are not left to be set aside.' },
  question_unknown: { status: 422, message: 'This question is not asked for this ticket type. Leave the answer out.' },
  answer_missing: { status: 422, message: 'This question must be answered.' },
  answer_invalid: { status: 422, message: 'The answer does not fit the question.' },
  percent_precision: { status: 422, message: 'A percentage must have at most 2 decimals.' },
  duplicate_price_step: { status: 422, message: 'Two price steps have the same name or the same time.' },
  max_below_min: { status: 422, message: '`maxPerOrder` must not be below `minPerOrder`.' },

  payload_invalid: { status: 400, message: 'The body is not an event of the payment processor.' },
  test_payments_off: { status: 409, message: 'Test payments work only with the built-in test processor.' },

  scan_not_found: { status: 404, message: 'The event has no such scan. Check both IDs.' },
  not_admitted: { status: 409, message: 'This scan let no one in or out, so there is nothing to undo.' },
  undo_too_late: {
    status: 409,
    message: 'A scan can only be undone for 15 minutes. Cancel or block the ticket instead.',
  },
  already_undone: { status: 409, message: 'This scan was already undone.' },
  undo_mismatch: { status: 422, message: 'A scan can only be undone for the same ticket on the same list.' },
  supervisor_not_found: { status: 404, message: 'The event has no such supervisor. Check both IDs.' },
  supervisor_incomplete: { status: 422, message: 'A new supervisor needs a name and a PIN.' },
  pin_invalid: {
    status: 422,
    message: 'A PIN must have 6 to 12 digits: not all the same, not in sequence (123456), not repeating (121212).',
  },
  supervisor_not_yours: {
    status: 403,
    message:
      'Owners and admins add supervisors and set their PINs. Ask one to make you a supervisor; then you can set your own PIN.',
  },
  room_unknown: { status: 422, message: 'A room must be `gate:<id>` or `list:<id>` of the kiosk’s own event.' },
  lease_stale: { status: 409, message: 'A later request from this kiosk was already answered; use that answer.' },
  walk_in_invalid: {
    status: 422,
    message: 'The ticket number, the badge code or the ticket type does not belong to this event.',
  },
  other_event: { status: 422, message: 'This refers to a record of another event.' },
  closes_before_opening: { status: 422, message: '`closesAt` must not be before `opensAt`.' },
  options_missing: {
    status: 422,
    message: 'A choice must have at least 2 different options. Other questions must have none.',
  },
  duplicate_list_id: { status: 422, message: 'Two check-in lists have the same ID.' },

  override_not_allowed: { status: 403, message: 'Only a supervisor can override the verdict.' },
  kiosk_only: { status: 403, message: 'Only a paired kiosk can do this.' },
  role_may_not: {
    status: 403,
    message:
      'A kiosk with this role only records what it scans. Staff search, register and undo at a kiosk with the role gate.',
  },
  not_yours: { status: 403, message: 'A kiosk can only send its own scans and jobs, for its own event.' },
  placeholder_unknown: {
    status: 422,
    message: 'The text has a placeholder that does not exist here. Use one of those listed, or remove the braces.',
  },
  link_invalid: {
    status: 422,
    message: 'A link must lead to an http(s) or mailto address, or to a placeholder of a page such as {ticket_page}.',
  },
  message_not_found: { status: 404, message: 'The event has no such message. Check both IDs.' },
  message_not_draft: {
    status: 409,
    message: 'Only a draft can be changed or sent. Stop the message, or write a new one.',
  },
  message_over: { status: 409, message: 'The message is not being sent, so there is nothing to stop.' },
  no_recipients: { status: 422, message: 'No registration fits `where`, so no one would get the message.' },
  send_time_invalid: { status: 422, message: '`sendAt` must be at most one year ahead.' },
  letters_too_often: {
    status: 409,
    message: 'Too many of these emails were sent in the last hour. Try again later.',
  },
  unsubscribe_unknown: { status: 404, message: 'This link does not belong to a message. Use the link of the email.' },
  field_fixed: { status: 422, message: 'This cannot be changed after the record was created.' },
} as const satisfies Readonly<Record<string, RefusalText>>;

export type EventRefusalCode = keyof typeof eventRefusals;

export function refusal(code: EventRefusalCode, more: Omit<Partial<Refusal>, 'code'> = {}): Refusal<EventRefusalCode> {
  return { code, message: eventRefusals[code].message, ...more };
}

export function refuseWith(code: EventRefusalCode, more: Omit<Partial<Refusal>, 'code'> = {}): Refused {
  return refuse(refusal(code, more));
}

/** Code to HTTP status, as `Module.refusals` wants it. */
export const eventRefusalStatuses: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(eventRefusals).map(([code, { status }]) => [code, status]),
);
