/**
 * Decides whether an actor may take part in a document, by its rights to read and write the field that the document belongs
 * to.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { mayRead, maySee, mayWrite } from '../../core/policy/policy.ts';
import { permitInput } from '../../core/policy/visibility/permit-input.ts';
import { ownField } from '../../core/policy/visibility/record-visibility.ts';
import type { DocumentName } from './document-name.ts';

export interface Permit {
  readonly mayWrite: boolean;
}

/** Whether people can write a field together: texts, but not unique ones or ones with a pattern, which must be whole. */
export function isCollaborative(field: Field): boolean {
  return (field.type === 'text' || field.type === 'richText') && !field.unique && field.pattern === undefined;
}

function maySet(actor: Actor, definition: CollectionDefinition, field: Field): boolean {
  if (mayWrite(actor, definition, 'update') || field.readOnly) return false;
  return permitInput(actor, definition, 'update', { [field.name]: '' }, null).ok;
}

/** @param isAgain it was permitted before, and a change of the record would have arrived */
export async function permit(
  platform: Platform,
  actor: Actor,
  { collection, field: name, record: id }: DocumentName,
  isAgain = false,
): Promise<Result<Permit>> {
  const definition = (await platform.registry(actor.tenant)).collections.get(collection);
  if (!definition) return refuse({ code: 'collection_unknown', message: `No collection is named ${collection}.` });
  const denied = mayRead(actor, definition);
  if (denied) return refuse(denied);
  const field = definition.fields.find((one) => one.name === name);
  if (!field || !maySee(actor, field) || !isCollaborative(field))
    return refuse({ code: 'not_found', message: `${collection} has no collaborative text field ${name}.` });
  if (!isAgain || ownField(actor, definition) !== null) {
    const found = await platform.run(actor, { verb: 'get', collection, id });
    if (found.kind === 'refused') return refuse(...found.errors);
  }
  return ok({ mayWrite: maySet(actor, definition, field) });
}
