/** The sentences of the mails in English. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('en');

export const en: LetterTexts = {
  refundWays: {
    same: 'to your original payment method',
    transfer: 'by bank transfer',
  },
  colon: ': ',
  greeting: (name) => `Hello ${name},`,
  ticketConfirmed: {
    subject: (event) => `Your ticket for ${event}`,
    opening: (event) => `Your registration for ${event} is confirmed.`,
    page: 'Please open your ticket page on your phone and show its code at the entrance. The code renews itself, even offline once you have opened the page.',
    picture: (minutes) =>
      count(minutes, {
        one: 'The attached QR code is valid for about # minute after this email was sent. After that, use the code on your ticket page.',
        other:
          'The attached QR code is valid for about # minutes after this email was sent. After that, use the code on your ticket page.',
      }),
    closing: 'Keep the link to yourself: anyone who has it can show your ticket.',
  },
  registrationCancelled: {
    subject: (event) => `Cancelled: ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `Your registrations for ${event} are cancelled and your tickets are no longer valid.`
        : `Your registration for ${event} is cancelled and your ticket is no longer valid.`,
    refund: (sum, way) => `We will refund ${sum}${way}.`,
    closing: 'If you did not expect this, please contact the organizer.',
  },
  ticketTransferred: {
    subject: (event) => `Your ticket was transferred: ${event}`,
    opening: (event) =>
      `Your ticket for ${event} now belongs to another person. Your previous code is no longer valid.`,
    closing: 'If you did not expect this, please contact the organizer.',
  },
  orderReceived: {
    subject: (event) => `Please pay your order: ${event}`,
    opening: (order, event) => `We have received your order ${order} for ${event}. It is not paid yet.`,
    pay: (sum) => `Please pay ${sum}. You will receive your tickets by email as soon as the payment has arrived.`,
    payUntil: (sum, time) =>
      `Please pay ${sum} by ${time}. After that, the seats are released. You will receive your tickets by email as soon as the payment has arrived.`,
    bank: (order) => `For a bank transfer, use this account and give ${order} as the reference:`,
    closing: 'You can open your order at any time to pay.',
  },
  orderPaid: {
    subject: (event) => `Receipt for your order: ${event}`,
    opening: (order, event) => `Thank you. Your order ${order} for ${event} is complete.`,
    tickets: 'These are the tickets of this order. Each person also receives their own ticket by email.',
    closing: 'Keep the links to yourself: anyone who has one can show the ticket.',
  },
  refundSent: {
    subject: (event) => `Your refund is on its way: ${event}`,
    opening: (sum, event, way) => `We have refunded ${sum} for ${event}${way}.`,
    closing: 'It can take up to 10 days to appear on your account.',
  },
  refundFailed: {
    subject: (event) => `Your refund is delayed: ${event}`,
    opening: (sum, event) => `The refund of ${sum} for ${event} could not be paid to your original payment method.`,
    closing: 'The organizer has been notified and will contact you. You do not have to do anything now.',
  },
  eventCancelled: {
    subject: (event) => `Event cancelled: ${event}`,
    opening: (event, isMany) =>
      isMany
        ? `The organizer has cancelled ${event}. Your registrations have ended and your tickets are no longer valid.`
        : `The organizer has cancelled ${event}. Your registration has ended and your ticket is no longer valid.`,
    refund: (sum, way) => `We will refund ${sum} in full${way}.`,
    closing: 'If you have questions, please contact the organizer.',
  },
  waitlistOffer: {
    subject: (event) => `A seat is free for you: ${event}`,
    opening: (event) => `You are next on the waiting list of ${event}: a seat is reserved for you.`,
    until: (time) => `Please accept it by ${time}. After that, it is offered to the next person.`,
    closing: 'If you no longer need the seat, you do not have to do anything.',
  },
  sessionPromoted: {
    subject: (session, event) => `You have a place: ${session} (${event})`,
    opening: (session) => `A place has become free: you now have a place in “${session}”.`,
    closing: 'If you no longer need the place, please give it up on your ticket page. It then goes to the next person.',
  },
  sessionChanged: {
    subject: (session, event) => `Session changed: ${session} (${event})`,
    opening: (session) => `“${session}” has changed. You still have your place. This is the session now:`,
    closing: 'If you can no longer come, please give up your place on your ticket page.',
  },
  sessionDisplaced: {
    subject: (session, event) => `Session moved: ${session} (${event})`,
    opening: (session) =>
      `“${session}” was moved to a time when you have something else. You are on its waiting list now, before everyone who booked later than you.`,
    closing: 'To get your place back, please cancel what you have at that time on your ticket page.',
  },
  sessionCancelled: {
    subject: (session, event) => `Session cancelled: ${session} (${event})`,
    opening: (session) =>
      `“${session}” will not take place. Your booking of this session is cancelled, your ticket stays valid.`,
    closing: 'On your ticket page you can book another session.',
  },
  prizeWon: {
    subject: (prize, event) => `You have won at ${event}: ${prize}`,
    opening: (prize, event) => `You have won in the prize draw “${prize}” of ${event}.`,
    until: (time) => `Please claim your prize by ${time}. After that, it goes to the next person.`,
    closing: 'Anyone can check the draw on its public page.',
  },
  meetingProposed: {
    subject: (person, event) => `Meeting request from ${person} – ${event}`,
    opening: (person, event) => `${person} would like to meet you at ${event}.`,
    until: (time) => `Please answer by ${time}. After that, the time is free again.`,
    closing: 'Open your ticket page to accept, to decline or to propose another time.',
  },
  meetingMoved: {
    subject: (person, event) => `New time proposed by ${person} – ${event}`,
    opening: (person, event) => `${person} proposes another time for your meeting at ${event}.`,
    until: (time) => `Please answer by ${time}. After that, the time is free again.`,
    closing: 'Open your ticket page to accept, to decline or to propose another time.',
  },
  meetingConfirmed: {
    subject: (person, event) => `Your meeting with ${person} – ${event}`,
    opening: (person, event) => `Your meeting with ${person} at ${event} is confirmed. The calendar entry is attached.`,
    closing: 'If you cannot come, please cancel the meeting so that the other person can plan.',
  },
  meetingKept: {
    subject: (person, event) => `Your meeting with ${person} stays as agreed – ${event}`,
    opening: (person, event) => `${person} has declined the new time for your meeting at ${event}.`,
    closing: 'The time that you agreed on stays.',
  },
  meetingDeclined: {
    subject: (person, event) => `Proposal declined: ${person} – ${event}`,
    opening: (person, event) => `${person} has declined your proposal to meet at ${event}.`,
    closing: 'The time is free again.',
  },
  meetingWithdrawn: {
    subject: (person, event) => `Proposal withdrawn: ${person} – ${event}`,
    opening: (person, event) => `${person} has withdrawn the proposal to meet you at ${event}.`,
    closing: 'You do not need to answer. The time is free again.',
  },
  meetingCancelled: {
    subject: (person, event) => `Meeting cancelled: ${person} – ${event}`,
    opening: (person, event) => `${person} has cancelled your meeting at ${event}.`,
    closing: 'The time is free again.',
  },
  exhibitorInvited: {
    subject: (exhibitor, event) => `Your leads page for ${exhibitor}: ${event}`,
    opening: (exhibitor, event) =>
      `You can work on the leads of ${exhibitor} at ${event}: read them, add notes, and export them.`,
    phone:
      'To scan name badges, open the page, choose “Pair a device”, and scan the QR code shown there with your phone. After that, scanning works without an internet connection.',
    closing: 'Please do not pass on this link: anyone who has it can see and change the leads.',
  },
  message: {
    closing: (event) => `You receive this email because you are registered for ${event}.`,
    unsubscribe: 'Unsubscribe from the organizer’s messages',
  },
  labels: {
    ticket: 'Ticket',
    number: 'Number',
    begins: 'Begins',
    ends: 'Ends',
    where: 'Where',
    open: 'Open my ticket',
    order: 'Order',
    total: 'Total',
    openOrder: 'Open my order',
    openOffer: 'Accept the seat',
    session: 'Session',
    openSchedule: 'Open my schedule',
    claimPrize: 'Claim my prize',
    meetingWith: 'With',
    table: 'Table',
    booth: 'Booth',
    openLeads: 'Open the leads',
  },
  qrCode: 'QR code of the ticket',
  yourTicket: 'Your ticket is linked in the email that this entry came with.',
};
