/** The recipients of a message: a filter over registrations of this event, with the permissions of a list of them. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { Allowance } from '#shared/query/allowance.ts';
import { questionCost } from '#shared/query/cost.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import type { Condition } from '#shared/query/query.ts';
import type { ActionContext } from '../../../core/collections/action.ts';
import { permitQuery } from '../../../core/policy/visibility/permit-query.ts';
import { readableDefinitions } from '../../../core/policy/visibility/record-visibility.ts';

/** A filter must be affordable for an event of this size: it is checked when it is written, and run when it is sent. */
const attendeesMost = 50_000;

/** Whether a filter says anything of a field, at any depth. */
function names(condition: Condition, field: string): boolean {
  if (condition.kind === 'not') return names(condition.of, field);
  if (condition.kind !== 'field') return condition.of.some((one) => names(one, field));
  return condition.path === field;
}

type Asking = Pick<ActionContext, 'actor' | 'collections'>;

/** @returns refusals: `unknown_field`, `invalid_query` and their like, with paths below `where` */
function permittedWhere(given: unknown, search: string | null, { actor, collections }: Asking): Result<Condition> {
  if (given !== null && given !== undefined && !isObject(given))
    return refuse({
      code: 'invalid_query',
      message: '`where` must be an object such as {"ticketType": {"equals": "…"}}.',
      path: 'where',
    });
  const known = collections ?? new Map([[registrations.name, registrations]]);
  const parsed = parseWhere(registrations, given ?? {}, { dialect: 'json', lookup: readableDefinitions(actor, known) });
  if (!parsed.ok) return parsed;
  const permitted = permitQuery(
    actor,
    registrations,
    { where: parsed.value, limit: 1, ...(search && { search }) },
    known,
  );
  if (!permitted.ok) return permitted;
  const asked = permitted.value.where ?? parsed.value;
  const size = { records: attendeesMost, counted: true, lookup: readableDefinitions(actor, known) };
  const cost = new Allowance().spend(questionCost(registrations, { where: asked, limit: attendeesMost }, size), []);
  return cost.ok ? ok(asked) : cost;
}

const ofEvent = (eventId: string): Condition => ({ kind: 'field', path: 'event', op: 'equals', value: eventId });

/** Whom a bulk action is for: as the list of registrations shows them, in any state. */
export function chosenOf(
  { where, search }: { readonly where?: unknown; readonly search?: string | null | undefined },
  eventId: string,
  context: Asking,
): Result<Condition> {
  const asked = permittedWhere(where, search || null, context);
  return asked.ok ? ok({ kind: 'and', of: [ofEvent(eventId), asked.value] }) : asked;
}

/** Whom a message is for: the confirmed ones, unless the filter says something of their state. */
export function recipientsOf(given: unknown, eventId: string, context: Asking): Result<Condition> {
  const asked = permittedWhere(given, null, context);
  if (!asked.ok) return asked;
  const of: Condition[] = [ofEvent(eventId), asked.value];
  if (!names(asked.value, 'status')) of.push({ kind: 'field', path: 'status', op: 'equals', value: 'confirmed' });
  return ok({ kind: 'and', of });
}
