/**
 * Refuses a change of a tenant's own collection that alters or drops a bound (its scopes, its rule of own records, the roles
 * of its fields) which limits the actor, even where it tightens the bound. An administrator without the bound right would gain
 * it by loosening the bound.
 */
import { canonicalJson } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { type Actor, hasScope } from '../policy/actor.ts';
import { holdsOne, scopesOf } from '../policy/policy.ts';
import { ownField } from '../policy/visibility/record-visibility.ts';

function restrictions(fields: readonly Field[], at = ''): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (const field of fields) {
    const path = at + field.name;
    if (field.readRoles || field.writeRoles || field.hidden) found.set(path, field);
    const inner = 'fields' in field && field.fields ? restrictions(field.fields, `${path}.`) : [];
    for (const [name, one] of inner) found.set(name, one);
  }
  return found;
}

const boundOf = ({ readRoles, writeRoles, hidden }: Field): string =>
  canonicalJson({ readRoles: readRoles ?? null, writeRoles: writeRoles ?? null, hidden: hidden === true });

function exceeds(what: string, path: string): Refusal {
  return {
    code: 'grant_exceeds',
    message: `You can only loosen rules that do not limit you. You do not have ${what}. Ask an owner to change this.`,
    path,
  };
}

/** @returns `grant_exceeds` with the place in the definition, or null */
export function mayRedefine(actor: Actor, before: CollectionDefinition, next: CollectionDefinition): Refusal | null {
  if (canonicalJson(before.access ?? null) !== canonicalJson(next.access ?? null)) {
    for (const verb of ['read', 'write'] as const) {
      const scopes = scopesOf(before, verb);
      if (!hasScope(actor, ...scopes)) return exceeds(`the scope ${scopes[0]}`, 'access');
    }
    if (ownField(actor, before) !== null) return exceeds('the right to see records of others', 'access');
  }
  const bounds = restrictions(next.fields);
  for (const [path, field] of restrictions(before.fields)) {
    const now = bounds.get(path);
    if (now && boundOf(now) === boundOf(field)) continue;
    if (!holdsOne(actor, field.readRoles) || !holdsOne(actor, field.writeRoles))
      return exceeds(`a role of the field ${path}`, 'fields');
  }
  return null;
}
