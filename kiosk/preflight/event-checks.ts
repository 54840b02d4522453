/**
 * Checks that the kiosk is set up for the right event: it is today, the gate exists and opens, a supervisor can
 * override.
 */
import { kioskGate } from '#kiosk/store/kiosk-gate.ts';
import { dayMs, hourMs, parseTime, secondMs } from '#shared/base/time.ts';
import { type Check, type CheckResult, found } from './check.ts';
import type { PreflightPorts } from './ports.ts';

type EventPorts = Pick<PreflightPorts, 'replica' | 'clock' | 'identity'>;

const timeoutMs = secondMs;
/** A kiosk is set up the evening before, not longer. */
const soonMs = dayMs;

export function eventChecks(ports: EventPorts): readonly Check[] {
  return [
    { id: 'event', timeoutMs, run: async () => checkEvent(ports) },
    { id: 'gate', timeoutMs, run: async () => checkGate(ports) },
    { id: 'supervisors', timeoutMs, run: async () => checkSupervisors(ports) },
  ];
}

function checkEvent({ replica, clock, identity }: EventPorts): CheckResult {
  const event = replica.roster.record('events', identity.event);
  if (event === null) return found('event', 'missing');
  const { name } = event;
  if (event.status === 'cancelled') return found('event', 'cancelled', { event: name });
  const startsMs = parseTime(event.startsAt) ?? 0;
  const endsMs = parseTime(event.endsAt) ?? 0;
  // Doors open two hours before the start where the event names no time.
  const doorsMs = parseTime(event.doorsOpenAt ?? '') ?? startsMs - 2 * hourMs;
  const nowMs = clock.now();
  if (event.status === 'completed' || nowMs > endsMs) return found('event', 'over', { event: name, endsMs });
  if (doorsMs - nowMs > soonMs) return found('event', 'another_day', { event: name, doorsMs });
  return found('event', 'ok', { event: name, doorsMs });
}

function checkGate({ replica, clock, identity }: EventPorts): CheckResult {
  const { roster } = replica;
  const gate = roster.record('gates', kioskGate(roster, identity));
  if (gate === null) return found('gate', 'missing');
  const types = roster.records('ticket_types').filter(({ event }) => event === identity.event);
  const admittedHere = gate.ticketTypes ?? [];
  const admitted = admittedHere.length === 0 ? types : types.filter(({ id }) => admittedHere.includes(id));
  const facts = { gate: gate.name, types: admitted.length };
  if (gate.direction === 'exit') return found('gate', 'exit_only', facts);
  const nowMs = clock.now();
  const closesMs = parseTime(gate.closesAt ?? '');
  if (closesMs !== null && nowMs > closesMs) return found('gate', 'closed', { ...facts, closesMs });
  if (admitted.length === 0) return found('gate', 'missing', facts);
  const opensMs = parseTime(gate.opensAt ?? '');
  if (opensMs !== null && nowMs < opensMs) return found('gate', 'opens_later', { ...facts, opensMs });
  return found('gate', 'ok', facts);
}

/** Returns the role that the kiosk's record has now: an organizer may have changed it since the pairing. */
export const roleOf = ({ replica, identity }: Pick<PreflightPorts, 'replica' | 'identity'>) =>
  replica.roster.record('kiosks', identity.kioskId)?.role ?? identity.role;

function checkSupervisors({ replica, identity }: EventPorts): CheckResult {
  if (roleOf({ replica, identity }) !== 'gate') return found('supervisors', 'unneeded');
  const own = replica.roster.records('supervisors').filter(({ event, active }) => event === identity.event && active);
  const able = own.filter(({ approvalKey }) => approvalKey !== null && approvalKey !== undefined);
  if (able.length < own.length) return found('supervisors', 'outdated', { people: own.length - able.length });
  return found('supervisors', able.length === 0 ? 'none' : 'ok', { people: able.length });
}
