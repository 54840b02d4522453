/**
 * Follower: a walk-in becomes a registration under the id, ticket number and badge code that its kiosk gave it. Where no
 * seat was left, the seat is counted all the same, and the case reported. A walk-in without an event or ticket type, or with
 * an id or code of another registration, becomes a report alone.
 */

import { ok } from '#shared/base/result.ts';
import { type WalkInRecord, walkIns } from '#shared/modules/events/admission.ts';
import { events, type TicketTypeRecord, ticketTypes } from '#shared/modules/events/event.ts';
import { scans as scansCollection } from '#shared/modules/events/gate.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { layGround } from '../event/event-ground.ts';
import { takeSeatAnyway } from '../event/seats.ts';
import { queueMail } from '../letters/queue-mail.ts';
import { makePageSecret, pageSecretRandomBytes } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { reconcileTicket } from './reconcile-scans.ts';

/** Maximum number of earlier scans that are read for one walk-in, by id and by ticket number. */
const scansMax = 1_000;

/** A registration has an address; no one ever receives mail at this one (RFC 2606). */
function addressOf(walkIn: WalkInRecord): string {
  return walkIn.email ?? `${walkIn.registration}@walk-in.invalid`;
}

async function report(tx: Transaction, walkIn: WalkInRecord, kind: string, about: string, capacity: number | null) {
  const known = await tx.findOne('admission_reports', { walkIn: walkIn.id, kind, about });
  if (known) return;
  await tx.create('admission_reports', {
    event: walkIn.event,
    kind,
    about,
    registration: walkIn.registration,
    scan: walkIn.scan,
    walkIn: walkIn.id,
    kiosk: walkIn.kiosk,
    happenedAt: walkIn.registeredAt,
    capacity,
    excess: 1,
    acknowledgedAt: null,
  });
}

/** Its id or one of its codes belongs to someone else: the kiosk is a copy or is manipulated. */
async function isTaken(reader: Reader, { registration, ticketNumber, badgeCode }: WalkInRecord): Promise<boolean> {
  if (await reader.get('registrations', registration)) return true;
  if (await reader.findOne('registrations', { ticketNumber })) return true;
  return (await reader.findOne('registrations', { badgeCode })) !== null;
}

async function makeRegistration(
  tx: Transaction,
  walkIn: WalkInRecord,
  type: TicketTypeRecord,
  tenant: string,
  ports: EventsPorts,
): Promise<void> {
  const paid = walkIn.payment !== 'none' && walkIn.amount > 0;
  const { name, email, company, role, ticketNumber, badgeCode } = walkIn;
  await tx.create(
    'registrations',
    {
      event: walkIn.event,
      ticketType: type.id,
      status: 'confirmed',
      paymentStatus: paid ? 'paid' : 'not_required',
      name,
      email: addressOf(walkIn),
      emailKey: emailKey(addressOf(walkIn)),
      company,
      role,
      ticketNumber,
      badgeCode,
      pageSecret: makePageSecret(tenant, ports.randomBytes(pageSecretRandomBytes)),
      amount: walkIn.amount,
      currency: walkIn.currency,
      paidAt: paid ? walkIn.registeredAt : null,
      confirmedAt: tx.now,
      walkIn: walkIn.id,
    },
    walkIn.registration,
  );
  if (email !== null) await queueMail(tx, { id: walkIn.registration, email }, 'ticket_confirmed');
}

/** The scan that let the person in may have come up before. */
async function reconcileEarlierScans(tx: Transaction, walkIn: WalkInRecord, nowMs: number): Promise<void> {
  const by = async (values: Readonly<Record<string, unknown>>) =>
    await tx.find(scansCollection, { where: where(values), limit: scansMax });
  const scans = [
    ...(await by({ registration: walkIn.registration })),
    ...(await by({ ticketNumber: walkIn.ticketNumber })),
  ];
  const ticket = { event: walkIn.event, registration: walkIn.registration, ticketNumber: walkIn.ticketNumber };
  for (const list of new Set(scans.map((scan) => scan.list))) await reconcileTicket(tx, ticket, list, nowMs);
}

export async function takeWalkIn(
  tx: Transaction,
  walkIn: WalkInRecord,
  tenant: string,
  nowMs: number,
  ports: EventsPorts,
): Promise<void> {
  const event = await tx.get(events, walkIn.event);
  const type = await tx.get(ticketTypes, walkIn.ticketType);
  const known = await tx.get('registrations', walkIn.registration);
  if (known?.['walkIn'] === walkIn.id) return;
  if (!event || !type || (await isTaken(tx, walkIn))) {
    return report(tx, walkIn, 'walk_in_refused', `ticket_type:${walkIn.ticketType}`, null);
  }
  await layGround(tx, event, ports);
  const over = await takeSeatAnyway(tx, event, type);
  await makeRegistration(tx, walkIn, type, tenant, ports);
  for (const { scope, capacity } of over) await report(tx, walkIn, 'walk_in_over_capacity', scope, capacity);
  if (!type.walkIn) await report(tx, walkIn, 'walk_in_not_allowed', `ticket_type:${type.id}`, null);
  await reconcileEarlierScans(tx, walkIn, nowMs);
}

export function followWalkIns(ports: EventsPorts): Follower {
  return {
    name: 'events.walk-ins',
    collections: ['walk_ins'],
    async handle(changes, { commit, tenant, clock }) {
      const made = changes.filter(({ op }) => op === 'create').map((change) => recordIn(change, walkIns));
      const done = await Promise.all(
        made.map((walkIn) =>
          commit(async (tx) => {
            await takeWalkIn(tx, walkIn, tenant, clock(), ports);
            return ok(null);
          }),
        ),
      );
      done.forEach(throwIfRefused);
    },
  };
}
