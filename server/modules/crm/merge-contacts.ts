/**
 * Merges two contacts: every record of the tenant that names the other names this one, then the other is deleted. Looks at
 * the fields of every active collection, also of other modules and the tenant's own, and within groups and lists. The records
 * are written without their rules: a quote that is locked must not name a contact that is gone.
 */

import type { Values } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { mergeContacts } from '#shared/modules/crm/actions.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { action } from '../../core/collections/action.ts';
import type { Transaction } from '../../store/contract.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';
import { isEmpty } from '../common/rules/rule.ts';

/** Maximum number of records that are changed: other writers wait for the transaction. With more, the merge is refused. */
const movedMax = 2_000;

/** Returns the ways in which the field names the contact, itself or within; one of them is enough. */
function waysOfNaming(field: Field, contact: string, prefix = ''): readonly Condition[] {
  const path = `${prefix}${field.name}`;
  if (field.type === 'relation' && field.to === 'contacts')
    return [{ kind: 'field', path, op: field.many ? 'contains' : 'equals', value: contact }];
  if (field.type === 'group') return field.fields.flatMap((one) => waysOfNaming(one, contact, `${path}.`));
  if (field.type !== 'array' || field.of !== 'group') return [];
  const inside = (field.fields ?? []).flatMap((one) => waysOfNaming(one, contact));
  if (inside.length === 0) return [];
  return [{ kind: 'field', path, op: 'elem_match', value: { kind: 'or', of: inside } }];
}

/** Returns the value of the field with `to` wherever it names `from`. */
function renamed(field: Field, value: unknown, from: string, to: string): unknown {
  if (value === null || value === undefined) return value;
  const within = (fields: readonly Field[], values: Values): Values => ({
    ...values,
    ...Object.fromEntries(fields.map((one) => [one.name, renamed(one, values[one.name], from, to)])),
  });
  if (field.type === 'relation' && field.to === 'contacts') {
    if (!field.many) return value === from ? to : value;
    return [...new Set((value as readonly string[]).map((id) => (id === from ? to : id)))];
  }
  if (field.type === 'group') return within(field.fields, value as Values);
  if (field.type !== 'array' || field.of !== 'group') return value;
  return (value as readonly Values[]).map((one) => within(field.fields ?? [], one));
}

/** @returns the number of records that were changed; `room + 1`: there are more than `room` */
async function moveReferences(
  tx: Transaction,
  definition: CollectionDefinition,
  from: string,
  to: string,
  room: number,
): Promise<number> {
  let moved = 0;
  for (const field of definition.fields) {
    const ways = waysOfNaming(field, from);
    if (ways.length === 0) continue;
    const found = await tx.find(definition.name, { where: { kind: 'or', of: ways }, limit: room - moved + 1 });
    if (found.length > room - moved) return room + 1;
    for (const record of found) {
      await tx.update(definition.name, record.id, { [field.name]: renamed(field, record[field.name], from, to) });
      moved++;
    }
  }
  return moved;
}

export function mergeContactsAction(writer: RecordWriter) {
  return action(mergeContacts, async (tx, { contactId, otherId }, context): Promise<Result<unknown>> => {
    if (contactId === otherId)
      return refuse({ code: 'same_contact', message: 'Name two different contacts.', path: 'otherId' });
    const kept = await needed(tx, 'contacts', contactId, 'contact');
    if (!kept.ok) return kept;
    const other = await needed(tx, 'contacts', otherId, 'contact');
    if (!other.ok) return other;
    let moved = 0;
    for (const definition of context.collections?.values() ?? []) {
      moved += await moveReferences(tx, definition, otherId, contactId, movedMax - moved);
      if (moved > movedMax)
        return refuse({
          code: 'limit_reached',
          message: `More than ${movedMax} records refer to the other contact. Change some of them first.`,
          path: 'otherId',
        });
    }
    const errand = { tx, context };
    const gone = await writer.remove(errand, 'contacts', otherId);
    if (!gone.ok) return gone;
    const filled = writer
      .definition('contacts')
      .fields.filter((f) => isEmpty(kept.value[f.name]) && !isEmpty(other.value[f.name]))
      .map((f) => [f.name, other.value[f.name]]);
    const tags = new Set([...((kept.value['tags'] ?? []) as string[]), ...((other.value['tags'] ?? []) as string[])]);
    const patch = { ...Object.fromEntries(filled), ...(tags.size > 0 ? { tags: [...tags].slice(0, 30) } : {}) };
    const merged = await writer.update(errand, 'contacts', contactId, patch);
    return merged.ok ? answerOf(ok(merged.value)) : merged;
  });
}
