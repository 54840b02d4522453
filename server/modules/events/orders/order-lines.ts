/** The registrations of an order, and its lines as they are frozen in it. */
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import type { FormAnswers } from '#shared/modules/events/check-answers.ts';
import type { EventRecord, TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type OrderLine, registrationAddOns } from '#shared/modules/events/order.ts';
import type { PricedLine } from '#shared/modules/events/price-order.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { ticketNumber, ticketNumberRandomBytes } from '#shared/ticket/ticket-number.ts';
import type { Transaction } from '../../../store/contract.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
import type { Attendee } from './attendees.ts';
import type { Hold } from './holds.ts';

type Line = PricedLine<TicketTypeRecord>;

export interface GivenByOrder {
  /** Id of the order, which is created afterwards. */
  readonly order: string;
  readonly hold: Hold;
  readonly language: string | null;
  readonly group: string | null;
  /** Id of the voucher; null: none is used. */
  readonly voucher: string | null;
  readonly answers: FormAnswers;
}

const sum = (lines: readonly Line[], of: 'amount' | 'discount' | 'tax' | 'voucherUses') =>
  lines.reduce((total, line) => total + line[of], 0);

function addOnsOf(lines: readonly Line[]) {
  return lines.map(({ amount, quantity, tax, type }) => {
    return { ticketType: type.id, key: type.key, name: type.name, quantity, amount, tax };
  });
}

/** One attendee with the add-ons: the registration, pending, and a row for each add-on. */
export async function makeRegistration(
  tx: Transaction,
  event: EventRecord,
  { company, email, name, role }: Attendee,
  lines: readonly Line[],
  { answers, group, hold, language, order, voucher }: GivenByOrder,
  { ports, tenant }: { readonly tenant: string; readonly ports: Pick<EventsPorts, 'randomBytes'> },
): Promise<RegistrationRecord> {
  const ticket = must(
    lines.find(({ type }) => type.kind === 'admission'),
    'the ticket of an attendee',
  );
  const addOns = lines.filter((line) => line !== ticket);
  const uses = sum(lines, 'voucherUses');
  const made = await tx.create(registrations, {
    ...{ event: event.id, ticketType: ticket.type.id, status: 'pending', paymentStatus: 'pending' },
    ...{ name, email, emailKey: emailKey(email), language, company: company ?? null, role: role ?? null, group },
    ticketNumber: ticketNumber(event.id, ports.randomBytes(ticketNumberRandomBytes)),
    pageSecret: makePageSecret(tenant, ports.randomBytes(pageSecretRandomBytes)),
    ...{ order, amount: sum(lines, 'amount'), currency: ticket.type.currency },
    ...{ listAmount: ticket.unit, discount: sum(lines, 'discount'), tax: sum(lines, 'tax') },
    ...(uses > 0 && { voucher, voucherUses: uses }),
    ...(addOns.length > 0 && { addOns: addOnsOf(addOns) }),
    ...(Object.keys(answers).length > 0 && { formAnswers: answers }),
    ...{ priceStep: ticket.step, holdExpiresAt: isoTime(hold.untilMs), holdMinutes: hold.minutes },
  });
  for (const { amount, quantity, step, tax, type } of addOns)
    await tx.create(registrationAddOns, {
      ...{ event: event.id, order, registration: made.id, ticketType: type.id, quantity, amount, tax },
      ...{ currency: type.currency, priceStep: step, status: 'active' },
    });
  return made;
}

/** @param made the registration of each owner, by its index */
export function orderLines(lines: readonly Line[], made: readonly RegistrationRecord[]): readonly OrderLine[] {
  return lines.map(({ amount, discount, owner, quantity, step, tax, type, unit }) => ({
    registration: must(made[owner], 'the registration of a line').id,
    ...{ ticketType: type.id, key: type.key, name: type.name, kind: type.kind, step, quantity, unit, discount },
    ...{ taxPercent: type.taxPercent, taxName: type.taxName, taxIncluded: type.taxIncluded, tax, amount },
  }));
}
