/** The registration as `events.register`, `events.registration` and `events.accept_offer` answer it, with a code signed now. */

import { must } from '#shared/base/assert.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { priceOf } from '#shared/modules/events/money.ts';
import type { RefundRecord, RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { freshCode, type KeyPorts } from '../ticket-keys.ts';

/**
 * `{id, status, paymentStatus, ticket: {id, type, price, qrCode}}`, as the interface names them, and the person's page.
 * Only those get it who register people or read registrations, and a guest who takes the seat that was offered.
 */
export async function registrationAnswer(
  reader: Reader,
  registration: RegistrationRecord,
  nowMs: number,
  ports: KeyPorts & Pick<EventsPorts, 'pagesUrl'>,
) {
  const type = await reader.get(ticketTypes, registration.ticketType);
  const { key, price } = must(type, 'the ticket type of a registration');
  const { currency, listAmount } = registration;
  const { json } = await freshCode(reader, registration, nowMs, ports);
  return {
    id: registration.id,
    status: registration.status,
    paymentStatus: registration.paymentStatus,
    // Sold at a price step, it keeps that price.
    ticket: {
      id: registration.ticketNumber,
      type: key,
      price: listAmount === null ? price : Number(priceOf(listAmount, currency)),
      qrCode: json,
    },
    ticketPage: `${ports.pagesUrl}/t/${registration.pageSecret}`,
  };
}

export function refundAnswer(refund: RefundRecord) {
  const { id, amount, currency, percent, state } = refund;
  return { id, amount, currency, percent, status: state };
}
