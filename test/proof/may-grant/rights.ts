/**
 * The rights of an actor in a tenant as a set of names, from the functions that decide, over all that is registered.
 */

import type { Registry } from '#server/core/platform.ts';
import { type Actor, actorName } from '#server/core/policy/actor.ts';
import { mayPair } from '#server/core/policy/may-grant.ts';
import {
  holdsOne,
  isUnrestricted,
  mayAct,
  mayAdminister,
  mayRead,
  maySee,
  mayWrite,
} from '#server/core/policy/policy.ts';
import { ownField } from '#server/core/policy/visibility/record-visibility.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';

export interface Holder {
  readonly kind: 'key' | 'user';
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
}

export function actorOf({ kind, scopes, roles }: Holder): Actor {
  return { tenant: 't', kind, id: 'i', scopes: new Set(scopes), roles: new Set(roles) };
}

function* allFields(fields: readonly Field[], at = ''): Generator<readonly [string, Field]> {
  for (const field of fields) {
    yield [at + field.name, field];
    if ('fields' in field && field.fields) yield* allFields(field.fields, `${at}${field.name}.`);
  }
}

function* rightsIn(actor: Actor, definition: CollectionDefinition): Generator<string> {
  const { fields, name } = definition;
  const sees = mayRead(actor, definition) === null;
  if (sees) yield `read ${name}`;
  for (const op of ['create', 'update', 'delete'] as const)
    if (mayWrite(actor, definition, op) === null) yield `${op} ${name}`;
  if (sees && ownField(actor, definition) === null) yield `all of ${name}`;
  const writes = mayWrite(actor, definition, 'update') === null;
  for (const [path, field] of allFields(fields)) {
    if (sees && maySee(actor, field)) yield `see ${name}.${path}`;
    if (writes && holdsOne(actor, field.writeRoles ?? field.readRoles)) yield `set ${name}.${path}`;
  }
}

/** The roles, one of which the check-in requires before it admits a person against the rules. */
const overriding = ['supervisor', 'owner', 'admin'];

export function rightsOf(holder: Holder, { actions, collections }: Registry): ReadonlySet<string> {
  const actor = actorOf(holder);
  const rights = new Set<string>();
  for (const definition of collections.values()) for (const right of rightsIn(actor, definition)) rights.add(right);
  for (const action of actions.values()) if (mayAct(actor, action) === null) rights.add(`act ${action.name}`);
  if (mayAdminister(actor) === null) rights.add('administer');
  if (mayPair(actor) === null) rights.add('pair');
  if (isUnrestricted(actor)) rights.add('be an owner');
  if (overriding.some((role) => actor.roles.has(role))) rights.add('override');
  return rights;
}

export const beyond = (given: ReadonlySet<string>, had: ReadonlySet<string>): readonly string[] =>
  [...given].filter((right) => !had.has(right));

/** For messages of failures. */
export const described = (holder: Holder): string =>
  `${actorName(actorOf(holder))} [${holder.scopes.join(' ')}] (${holder.roles.join(' ')})`;
