/**
 * Merges two contacts: every record of the tenant that names the other in a field of its own names this one, then the other
 * is deleted. Looks at the fields of every active collection, also of other modules and the tenant's own, but not at those
 * within groups and lists. The records are written without their rules.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { mergeContacts } from '#shared/modules/crm/actions.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { action } from '../../core/collections/action.ts';
import type { Transaction } from '../../store/contract.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';
import { isEmpty } from '../common/rules/rule.ts';

/** Maximum number of records that are changed: other writers wait for the transaction. With more, the merge is refused. */
const movedMax = 2_000;

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
    if (field.type !== 'relation' || field.to !== 'contacts') continue;
    const condition = field.many
      ? ({ kind: 'field', path: field.name, op: 'contains', value: from } as const)
      : where({ [field.name]: from });
    const found = await tx.find(definition.name, { where: condition, limit: room - moved + 1 });
    if (found.length > room - moved) return room + 1;
    for (const record of found) {
      const ids = record[field.name] as string | readonly string[];
      const next = typeof ids === 'string' ? to : [...new Set(ids.map((id) => (id === from ? to : id)))];
      await tx.update(definition.name, record.id, { [field.name]: next });
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
