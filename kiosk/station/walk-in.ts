/** A person without a ticket becomes a registration and is let in at once, without a network too: one row of the journal. */
import { type Answers, readAnswers } from '#shared/admission/questions.ts';
import {
  makeWalkIn,
  type WalkInEntry,
  type WalkInProblem,
  walkInProblems,
  walkInRandomBytes,
} from '#shared/admission/walk-in.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { walkIns } from '#shared/modules/events/admission.ts';
import { validate } from '#shared/schema/validate.ts';
import { recordAttempt } from './attempt.ts';
import type { WalkInChoice, WalkInResult } from './staff-act-results.ts';
import { isStaffed } from './station-facts.ts';
import { notReady, openEvent, type StationTools, staffOnly } from './station-tools.ts';

export function walkInChoices({ replica, identity }: StationTools): readonly WalkInChoice[] {
  return replica.roster
    .records('ticket_types')
    .filter(({ event, walkIn }) => event === identity.event && walkIn)
    .map(({ id, name, amount, currency }) => ({ ticketTypeId: id, name, amount, currency }))
    .sort((a, b) => a.amount - b.amount || a.name.localeCompare(b.name));
}

export async function walkIn(given: WalkInEntry, answers: Answers, tools: StationTools): Promise<WalkInResult> {
  const { replica, identity, clock } = tools;
  const startedMs = tools.monotonicMs();
  if (openEvent(tools) === null) return notReady;
  if (!isStaffed(replica, identity)) return staffOnly;
  const entry = tidied(given);
  const type = replica.roster.record('ticket_types', entry.ticketType);
  const problems = [...walkInProblems(entry, type), ...emailProblems(entry)];
  if (problems.length > 0) return { kind: 'incomplete', problems };
  const nowMs = clock.now();
  const newId = (): string => uuidv7(nowMs, tools.randomBytes(10));
  const made = makeWalkIn(entry, must(type, 'an entry without problems has a type'), {
    id: newId(),
    registration: newId(),
    // Known when the attempt has one; so is the time.
    scan: '',
    registeredAt: isoTime(nowMs),
    kiosk: identity.kioskId,
    staff: null,
    random: tools.randomBytes(walkInRandomBytes),
  });
  const attempt = { source: 'walk_in', subject: { kind: 'walk_in', walkIn: made }, direction: 'entry' } as const;
  return recordAttempt({ ...attempt, answers: readAnswers(answers), override: null }, startedMs, tools);
}

/** Returns the entry as the server stores it: trimmed, null where nothing was entered, no longer than the fields hold. */
function tidied(entry: WalkInEntry): WalkInEntry {
  const { name, email, company, role, paymentReference } = entry;
  return {
    ...entry,
    name: text('name', name) ?? '',
    email: email?.trim() || null,
    company: text('company', company),
    role: text('role', role),
    paymentReference: text('paymentReference', paymentReference),
  };
}

function text(field: 'name' | 'company' | 'role' | 'paymentReference', given: string | null): string | null {
  const max = maxChars.get(field);
  return given?.toWellFormed().trim().slice(0, max).trim() || null;
}

const maxChars: ReadonlyMap<string, number | undefined> = new Map(
  walkIns.fields.map((field) => [field.name, 'maxLength' in field ? field.maxLength : undefined]),
);

function emailProblems({ email }: WalkInEntry): readonly WalkInProblem[] {
  const fields = walkIns.fields.filter(({ name }) => name === 'email');
  return validate(fields, { email }, { mode: 'create' }).ok ? [] : ['email_invalid'];
}
