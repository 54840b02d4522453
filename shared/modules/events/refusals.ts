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
  logo_invalid: {
    status: 422,
    message:
      'The logo must be a PNG of at most 960 × 480 pixels and 96 KB, in base64. Save the picture smaller, or in that format.',
  },
  invoice_not_found: { status: 404, message: 'The event has no such invoice. Check both IDs.' },
  waitlist_off: { status: 409, message: 'The event has no waiting list.' },
  waitlist_one_seat: {
    status: 409,
    message:
      'This ticket type is sold several at a time, and the waiting list offers one seat. Wait for another ticket type.',
  },
  waitlist_full: { status: 409, message: 'The waiting list is full. Try another ticket type.' },
  already_waiting: { status: 409, message: 'This email address is already on the waiting list of this ticket type.' },
  ticket_available: { status: 409, message: 'Seats are available. Register instead of waiting.' },
  waitlist_entry_not_found: { status: 404, message: 'The event has no such waiting list entry. Check both IDs.' },
  offer_not_open: {
    status: 409,
    message: 'No seat is offered to this person now. If an offer has ended, join the waiting list again.',
  },

  session_not_found: { status: 404, message: 'The event has no such session. Check both IDs.' },
  booking_not_found: { status: 404, message: 'The session has no such booking. Check all IDs.' },
  track_not_found: {
    status: 404,
    message: 'The event has no such track. Use the ID or the name of one of its tracks.',
  },
  session_outside_event: {
    status: 422,
    message: 'The session must be within `startsAt` and `endsAt` of the event. Change one of them.',
  },
  session_conflict: {
    status: 409,
    message: 'The person has something else at that time. Cancel that, or send `onConflict: replace`.',
  },
  already_booked: { status: 409, message: 'The person has booked this session already, or waits for it.' },
  session_cancelled: { status: 409, message: 'The session is cancelled.' },
  session_over: { status: 409, message: 'The session is over.' },
  session_full: {
    status: 409,
    message: 'The session is full. Let the person in without recording it, or raise the capacity of the session.',
  },
  booking_over: { status: 409, message: 'The person was in the session, so the booking can no longer be cancelled.' },
  bookings_closed: { status: 409, message: 'Attendees cannot book sessions of this event now.' },
  too_many_bookings: { status: 409, message: 'The person has too many bookings. Cancel one first.' },
  too_many_sessions: { status: 409, message: 'The event has too many sessions. Delete those that are not needed.' },
  bookings_exist: { status: 409, message: 'The session has bookings and cannot be deleted. Cancel it instead.' },
  track_in_use: { status: 409, message: 'The track has sessions. Move them to another track first.' },
  attendee_missing: { status: 422, message: 'Send either `qrCode` or `registrationId`.' },
  not_rateable: {
    status: 409,
    message: 'A session can be rated once it has begun, by people who booked it or were there.',
  },
  ratings_off: { status: 409, message: 'Sessions of this event cannot be rated.' },

  networking_disabled: { status: 409, message: 'Networking is switched off for this event.' },
  networking_opt_in_required: {
    status: 403,
    message: 'The person does not take part in networking. Set `networkingOptIn` in their profile.',
  },
  profile_incomplete: { status: 409, message: 'The person has no networking profile yet. Write it first.' },
  registrationId_required: { status: 400, message: 'Send `registrationId`: the person the matches are for.' },
  match_not_found: { status: 404, message: 'The person has no such match. Use the `id` or `profileId` of one listed.' },
  not_a_party: { status: 403, message: 'The person is neither of the two. Send the `registrationId` of one of them.' },
  match_declined: { status: 409, message: 'One of the two has declined or blocked the other.' },
  match_reported: { status: 409, message: 'The person reported the other one, so the block stays.' },
  match_expired: { status: 409, message: 'The event is over, so the match can no longer be answered.' },
  match_prevented: { status: 409, message: 'The event does not bring people with these roles together.' },
  meeting_already_open: {
    status: 409,
    message: 'The two have an open meeting already. Send `unlessOpen: false` for another one.',
  },
  meetings_disabled: { status: 409, message: 'Meetings are switched off for this event.' },
  meeting_not_found: { status: 404, message: 'The event has no such meeting. Check both IDs.' },
  meeting_conflict: {
    status: 409,
    message: 'One of the two has something else at that time. Choose another time, or leave `startsAt` out.',
  },
  meeting_not_open: { status: 409, message: 'The meeting has no proposal to answer now. Read its `status`.' },
  meeting_own_proposal: {
    status: 409,
    message: 'The other person answers this proposal. Cancel it, or propose another time.',
  },
  meeting_over: { status: 409, message: 'The meeting has ended and can no longer be changed.' },
  meeting_not_begun: { status: 409, message: 'The meeting has not begun yet, or was more than a day ago.' },
  no_table_available: { status: 409, message: 'No table is free at that time. Choose another time or table.' },
  no_common_slot: { status: 409, message: 'There is no time left at which both people and a table are free.' },
  quota_exceeded: {
    status: 409,
    message: 'The person has as many meetings or open proposals as the event allows. Cancel one first.',
  },
  self_meeting: { status: 422, message: 'A person cannot meet themselves. Name another person.' },
  outside_event: {
    status: 422,
    message: 'A meeting must be within `startsAt` and `endsAt` of the event, and must not begin in the past.',
  },
  invitee_missing: { status: 422, message: 'Send either `inviteeRegistrationId` or `matchId`.' },

  currency_unsupported: { status: 422, message: 'Prices in this currency are not supported. Choose another currency.' },
  price_precision: { status: 422, message: 'The price has more decimals than the currency allows.' },
  amount_below_minimum: { status: 422, message: 'The price is below what can be charged.' },
  amount_above_maximum: { status: 422, message: 'The price is above what can be charged.' },
  ends_before_start: { status: 422, message: '`endsAt` must be later than `startsAt`.' },
  doors_after_end: { status: 422, message: '`doorsOpenAt` must be earlier than `endsAt`.' },
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
  export_not_found: { status: 404, message: 'The event has no such export. Check both IDs.' },
  export_state_fixed: { status: 422, message: 'Only `stopped` can be set, while the export is not done.' },
  exports_waiting: { status: 409, message: 'Many exports are waiting already. Try again when some of them are done.' },
  sample_event: {
    status: 409,
    message: 'A sample event cannot be published, so that it never takes money. Create an event of your own.',
  },
  sample_event_used: {
    status: 409,
    message:
      'The sample event is in use: kiosks are paired with it, or it has more people than a sample. Revoke the kiosks, or cancel the event instead.',
  },
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
  already_this_type: { status: 409, message: 'The registration already has this ticket type.' },
  add_on_does_not_fit: {
    status: 409,
    message:
      'The registration has an add-on that does not belong to this ticket type. Choose another ticket type, or cancel the registration and order again.',
  },
  payment_unsettled: {
    status: 409,
    message: 'The payment of this registration is disputed, under review or refunded. Settle that first.',
  },
  registration_not_confirmed: { status: 403, message: 'The registration is not confirmed.' },

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
  refund_not_by_hand: {
    status: 409,
    message: 'The payment processor is paying this refund back. Wait for it, or mark it as paid if it fails.',
  },
  refund_not_failed: { status: 409, message: 'Only a refund that failed can be tried again.' },

  order_not_found: { status: 404, message: 'The event has no such order. Check both IDs.' },
  order_empty: { status: 422, message: 'An order needs at least one ticket. Add an item.' },
  order_not_open: { status: 409, message: 'The order is no longer open.' },
  order_being_paid: {
    status: 409,
    message: 'Your earlier order is being paid. Open its page before you order again.',
  },
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
  batch_not_found: { status: 404, message: 'The event has no such bulk action. Check both IDs.' },
  batch_over: { status: 409, message: 'The bulk action has ended, so it cannot be stopped or resumed.' },
  no_attendees: { status: 422, message: 'No registration fits `where` and `search`, so there is nothing to do.' },
  no_recipients: { status: 422, message: 'No registration fits `where`, so no one would get the message.' },
  send_time_invalid: { status: 422, message: '`sendAt` must be at most one year ahead.' },
  letters_too_often: {
    status: 409,
    message: 'Too many of these emails were sent in the last hour. Try again later.',
  },
  unsubscribe_unknown: { status: 404, message: 'This link does not belong to a message. Use the link of the email.' },
  feature_off: { status: 409, message: 'The event does not offer this. Switch it on in `features` of the event.' },
  question_not_found: { status: 404, message: 'The event has no such question. Check both IDs.' },
  question_state_fixed: {
    status: 409,
    message:
      'A pending question can be approved or dismissed, an approved one answered or dismissed. Only approved ones are upvoted.',
  },
  too_many_questions: {
    status: 409,
    message: 'The person has asked as many questions as can wait in this session. Wait until a moderator has read one.',
  },
  own_question: { status: 409, message: 'People cannot upvote their own question.' },
  poll_not_found: { status: 404, message: 'The event has no such poll. Check both IDs.' },
  poll_options_invalid: { status: 422, message: 'A poll needs 2 to 20 different options with text.' },
  poll_not_open: { status: 409, message: 'The poll is not open for votes.' },
  poll_was_opened: {
    status: 409,
    message: 'A poll can be changed until it is first opened. Without votes it can still be removed.',
  },
  poll_not_removable: { status: 409, message: 'A poll that is open, or has votes, is not removed.' },
  poll_state_fixed: { status: 409, message: 'A draft can be opened, an open poll closed.' },
  option_unknown: {
    status: 422,
    message: 'The poll has no such option. Send the text of one, or its position from 0.',
  },
  exhibitor_not_found: { status: 404, message: 'The event has no such exhibitor. Check both IDs.' },
  exhibitor_removed: { status: 409, message: 'The exhibitor was removed from the event. Bring it back first.' },
  exhibitor_has_leads: {
    status: 409,
    message: 'The exhibitor has leads, which would be without it. Remove it from the event instead: its leads stay.',
  },
  exhibitor_scope: {
    status: 403,
    message: 'This link belongs to another exhibitor, or was withdrawn. Ask the organizer for a new one.',
  },
  exhibitor_member_not_found: { status: 404, message: 'The exhibitor has no such member. Check the IDs.' },
  own_link: {
    status: 409,
    message: 'You are using this link. Ask another member or the organizer to send you a new one.',
  },
  too_many_members: { status: 409, message: 'The exhibitor has as many members as it can. Withdraw a link first.' },
  crm_inactive: { status: 409, message: 'The module `crm` is not active. Activate it to copy leads there.' },
  crm_scope: { status: 403, message: 'Copying leads to the CRM needs the scope `crm:write`, too.' },
  duplicate_export_column: { status: 422, message: 'Two columns have the same name. Choose another.' },
  export_question_missing: {
    status: 422,
    message: 'A column with the field `answer` needs `question`, the key of one of the exhibitor’s questions.',
  },
  duplicate_question_key: { status: 422, message: 'Two questions have the same key. Choose another.' },
  lead_not_found: { status: 404, message: 'The event has no such lead. Check both IDs.' },
  badge_unknown: {
    status: 404,
    message: 'No confirmed attendee of this event has this badge. Scan the name badge again, or send `registrationId`.',
  },
  badge_missing: { status: 422, message: 'Send the code of the badge as `qrCode`, or `registrationId`: one of them.' },
  contact_sharing_declined: {
    status: 403,
    message: 'This visitor does not want to be recorded by exhibitors. They can change that on their ticket page.',
  },
  lead_edit_invalid: { status: 422, message: 'The value does not fit the kind of the edit.' },
  lead_photo_invalid: { status: 422, message: 'The photo of the business card cannot be taken. Send a small JPEG.' },
  lead_photo_not_found: { status: 404, message: 'There is no such photo, or the visitor does not share it.' },
  contact_not_shared: {
    status: 409,
    message: 'The visitor does not share contact details with this exhibitor, so a business card cannot be kept.',
  },
  lead_full: { status: 409, message: 'This lead has as many edits as can be kept. It stays as it is.' },
  metadata_too_large: { status: 422, message: '`metadata` is too large. Send less.' },
  gamification_disabled: { status: 409, message: 'Gamification is off for this event. Set `gamification.enabled`.' },
  leaderboard_disabled: {
    status: 409,
    message: 'The event has no leaderboard. Set `gamification.leaderboard.enabled`.',
  },
  snapshot_unknown: {
    status: 422,
    message: '`snapshot` must be `hourly` or `daily`. Omit it for the live leaderboard.',
  },
  activity_type_unknown: { status: 422, message: 'The event has no such type of activity. Use one of those allowed.' },
  activity_not_self_reportable: {
    status: 403,
    message: 'This activity cannot be reported. It is recorded when it happens.',
  },
  occurred_in_future: { status: 422, message: '`occurredAt` is in the future. Send the time at which it happened.' },
  registration_not_valid: { status: 409, message: 'The registration is cancelled or expired.' },
  duplicate_activity_id: { status: 422, message: 'Two types of activity have the same ID. Choose another.' },
  award_badge_unknown: { status: 422, message: 'There is no such badge. Use one of those allowed.' },
  draws_disabled: { status: 409, message: 'Prize draws are off for this event. Set `gamification.prizeDraws`.' },
  draw_not_found: { status: 404, message: 'The event has no such prize draw. Check both IDs.' },
  draw_state_fixed: {
    status: 409,
    message:
      'The draw is not in the right state for this. It can be changed, opened or withdrawn until its entrants are frozen, and drawn once after that.',
  },
  draw_no_entrants: {
    status: 409,
    message:
      'No one has a badge that enters this draw: one of its `badgeRarities`, with `prizeDraw` in the list of badges. Wait, choose other rarities, or let a badge enter: set `gamification.badges.<ID of the badge>.prizeDraw` of the event.',
  },
  draw_too_large: { status: 409, message: 'The draw has too many entrants. Choose fewer rarities.' },
  public_value_missing: {
    status: 422,
    message: 'This draw mixes in a value that was announced. Send it as `publicValue`.',
  },
  public_value_not_used: {
    status: 422,
    message: 'This draw was not announced with a public value, so none can be mixed in. Leave `publicValue` out.',
  },
  public_note_missing: {
    status: 422,
    message: 'Say in `publicNote` where the announced value will come from, before anyone can know it.',
  },
  not_a_winner: { status: 403, message: 'This registration has no prize to claim in this draw.' },
  claim_expired: { status: 409, message: 'The prize was not claimed in time and has gone to the next person.' },
  streaming_disabled: { status: 409, message: 'Streaming is off for this event. Set `streaming.enabled` to true.' },
  stream_key_unknown: { status: 403, message: 'The stream key is not valid. Copy it again from the event.' },
  stream_busy: {
    status: 409,
    message: 'Another encoder broadcasts with this stream key. Stop it first, or rotate the key.',
  },
  stream_not_found: { status: 404, message: 'There is no such stream.' },
  stream_target_not_found: {
    status: 404,
    message: 'The event has no such target. Leave out the ID of a new one.',
  },
  stream_target_address_missing: { status: 422, message: 'A new target needs its `url`, rtmp:// or rtmps://.' },
  stream_target_address_refused: {
    status: 422,
    message:
      'The address of a target must be public, begin with rtmp:// or rtmps://, and hold no user, password or `#`. Put the key into `key`.',
  },
  captions_disabled: {
    status: 409,
    message: 'Captions are off for this event. Set `streaming.captions.enabled` to true.',
  },
  caption_language_unknown: {
    status: 422,
    message:
      'The event has no captions in this language. Use one of those allowed, or add it to `streaming.captions.languages`.',
  },
  stream_quality_early: {
    status: 409,
    message: 'A further quality follows the first one. Publish with the stream key itself first.',
  },
  stream_not_on_air: {
    status: 409,
    message:
      'The event is not on air, so there is no current time. Send `startMs`, counted from the start of the stream.',
  },
  too_many_captions: { status: 409, message: 'The stream has as many captions in this language as are kept.' },
  captions_file_invalid: {
    status: 422,
    message: 'The WebVTT file cannot be read. Correct the line named in `detail`, then upload the file again.',
  },
  metrics_empty: {
    status: 422,
    message:
      'Send `viewerId` for a heartbeat, `heartbeats` for several, or `currentViewers` for the number of a platform.',
  },
  platform_reserved: { status: 422, message: '`all` is the sum of the platforms. Name one platform.' },
  timestamp_in_future: { status: 422, message: '`timestamp` is in the future. Send the time of the count.' },
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
