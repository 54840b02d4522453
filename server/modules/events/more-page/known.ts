/**
 * Reads the data that the event has stored about a person, for the person to read and download. Each part names what it
 * stores (`personal-data.ts`).
 */
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { isShown, type Person, type PersonalData } from '../personal-data.ts';

/** Rows of one collection; a person has far fewer. */
const rowsMax = 1_000;

export type Known = Readonly<Record<string, readonly object[]>>;

/**
 * Returns the stored data on a person, without hidden fields and without collections that have none.
 * @param data of all parts
 */
export async function knownOf(reader: Reader, person: Person, data: readonly PersonalData[]): Promise<Known> {
  const known: Record<string, readonly object[]> = {};
  for (const { by, collection, only, value, without = [] } of data.filter(isShown)) {
    const wanted = value ? value(person) : person.id;
    if (reader.shapeOf(collection.name) === null || wanted === null) continue;
    const shown = collection.fields.filter((field) => !field.hidden && !without.includes(field.name));
    const rows = new Map<string, object>();
    for (const field of by)
      for (const row of await reader.find(collection, { where: where({ [field]: wanted }), limit: rowsMax })) {
        if (only?.(row, person) === false) continue;
        const values = Object.entries(row).filter(([name]) => shown.some((one) => one.name === name));
        rows.set(row.id, { id: row.id, createdAt: row.createdAt, ...Object.fromEntries(values) });
      }
    if (rows.size > 0) known[collection.name] = [...rows.values()];
  }
  return known;
}
