/** Whom a message is for: a filter over registrations, permitted as a list of them is, of this event alone. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { Allowance } from '#shared/query/allowance.ts';
import { questionCost } from '#shared/query/cost.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import type { Condition } from '#shared/query/query.ts';
import type { ActionContext } from '../../../core/collections/module.ts';
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

/** @returns refusals: `unknown_field`, `invalid_query` and their like, with paths below `where` */
export function recipientsOf(
  given: unknown,
  eventId: string,
  { actor, collections }: Pick<ActionContext, 'actor' | 'collections'>,
): Result<Condition> {
  if (given !== null && given !== undefined && !isObject(given))
    return refuse({
      code: 'invalid_query',
      message: '`where` must be an object such as {"ticketType": {"equals": "…"}}.',
      path: 'where',
    });
  const known = collections ?? new Map([[registrations.name, registrations]]);
  const parsed = parseWhere(registrations, given ?? {}, { dialect: 'json', lookup: readableDefinitions(actor, known) });
  if (!parsed.ok) return parsed;
  const permitted = permitQuery(actor, registrations, { where: parsed.value, limit: 1 }, known);
  if (!permitted.ok) return permitted;
  const asked = permitted.value.where ?? parsed.value;
  const size = { records: attendeesMost, counted: true, lookup: readableDefinitions(actor, known) };
  const cost = new Allowance().spend(questionCost(registrations, { where: asked, limit: attendeesMost }, size), []);
  if (!cost.ok) return cost;
  const of: Condition[] = [{ kind: 'field', path: 'event', op: 'equals', value: eventId }, asked];
  if (!names(asked, 'status')) of.push({ kind: 'field', path: 'status', op: 'equals', value: 'confirmed' });
  return ok({ kind: 'and', of });
}
