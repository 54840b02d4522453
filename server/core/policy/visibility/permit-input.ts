/**
 * Reduces the input of a write to the fields that the actor may set, and decides the owner of a new record. Runs inside the
 * writing transaction.
 */

import type { Values } from '#shared/base/json.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Actor } from '../actor.ts';
import { LockedValues } from './locked-values.ts';
import { asOwner, isOwn, ownField } from './record-visibility.ts';

/**
 * @param current the record as it stands; null: it is new
 * @returns the input with what the actor may not set kept as it stands; refusals: `read_only` for each field that the
 *   actor names and may not set, or `unknown_field` for a hidden one; `values_would_be_lost`, `not_yours`
 */
export function permitInput(
  actor: Actor,
  definition: CollectionDefinition,
  verb: 'create' | 'update',
  input: unknown,
  current: Values | null,
): Result<unknown> {
  if (!isObject(input)) return ok(input);
  const locked = new LockedValues(actor);
  const permitted = locked.patch(definition.fields, input, current);
  const [first, ...more] = locked.refusals;
  if (first) return refuse(first, ...more);
  const own = ownField(actor, definition);
  if (own === null) return ok(permitted);
  const given = permitted[own];
  if (given === undefined && verb === 'update') return ok(permitted);
  if (given === undefined || given === null) return ok({ ...permitted, [own]: asOwner(actor, definition, own) });
  if (isOwn(actor, definition, permitted)) return ok(permitted);
  return refuse({ code: 'not_yours', message: `${own} must be your own ID.`, path: own });
}
