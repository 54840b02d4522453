/**
 * Transfers the records of a tenant in the control database: keys, homes of kiosks, memberships with their accounts. Leaves
 * out what ends by itself: sessions, codes. An account that the receiving server already has is that person's and stays.
 */

import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { UsageError } from '../command.ts';
import type { Line } from './lines.ts';

type CredentialLine = Extract<Line, { kind: 'credential' }>;

const endingByThemselves: readonly string[] = ['login_links', 'pairing_codes', 'login_sessions', 'oauth_grants'];
const pageRows = 500;
const systemFields = ['id', 'createdAt', 'updatedAt', 'version'];

/** Fields of `definition` that point at other records of the control database, tenants aside. */
function relations(definition: CollectionDefinition, all: readonly CollectionDefinition[]) {
  return definition.fields.flatMap((field) =>
    field.type === 'relation' && !field.many && field.to !== 'tenants' && all.some((d) => d.name === field.to)
      ? [{ field: field.name, to: field.to }]
      : [],
  );
}

function ofTenants(all: readonly CollectionDefinition[]): readonly CollectionDefinition[] {
  return all.filter(
    ({ name, fields }) =>
      !endingByThemselves.includes(name) &&
      name !== 'tenants' &&
      fields.some((f) => f.name === 'tenant' && f.type === 'relation' && f.to === 'tenants'),
  );
}

/** A record comes before those that point at it. */
export async function* credentialLines(
  control: TenantStore,
  all: readonly CollectionDefinition[],
  tenants: readonly string[],
): AsyncGenerator<CredentialLine> {
  const known = new Set<string>();
  for (const tenant of tenants)
    for (const definition of ofTenants(all))
      for (let after: readonly unknown[] | null = null; ; ) {
        const asked = { where: where({ tenant }), limit: pageRows, ...(after ? { after } : {}) };
        const records: readonly StoredRecord[] = await control.find(definition.name, asked);
        for (const record of records) {
          for (const { field, to } of relations(definition, all)) {
            const id = record[field];
            if (typeof id !== 'string' || known.has(id)) continue;
            known.add(id);
            const target = await control.get(to, id);
            if (target) yield { kind: 'credential', collection: to, record: target };
          }
          yield { kind: 'credential', collection: definition.name, record };
        }
        if (records.length < pageRows) break;
        after = [records.at(-1)?.id];
      }
}

/** Refuses by UsageError, so that nothing of it is kept. */
export async function takeCredentials(
  tx: Transaction,
  all: readonly CollectionDefinition[],
  lines: readonly CredentialLine[],
  tenants: readonly string[],
): Promise<void> {
  const own = ofTenants(all);
  const sharedOnes = new Set(own.flatMap((definition) => relations(definition, all).map(({ to }) => to)));
  const renamed = new Map<string, string>();
  for (const { collection, record } of lines) {
    const definition = all.find((d) => d.name === collection);
    if (!definition) throw new UsageError(`This version does not support ${collection}: the file is from a newer one.`);
    const values = valuesOf(definition, record);
    if (sharedOnes.has(collection)) {
      const known = (await tx.get(collection, record.id)) ?? (await twinOf(tx, definition, values));
      if (known) renamed.set(record.id, known.id);
      else await tx.create(collection, values, record.id);
      continue;
    }
    if (!own.includes(definition) || !tenants.includes(String(record['tenant'])))
      throw new UsageError('The file contains credentials of another tenant.');
    for (const { field } of relations(definition, all)) {
      const at = renamed.get(String(values[field]));
      if (at !== undefined) values[field] = at;
    }
    if (await tx.get(collection, record.id)) throw new UsageError(`${collection} ${record.id} already exists here.`);
    await tx.create(collection, values, record.id);
  }
}

/** Fields this version does not know are left out; the file's format was checked to be no newer. */
function valuesOf(definition: CollectionDefinition, record: StoredRecord): Record<string, unknown> {
  const names = definition.fields.map((field) => field.name).filter((name) => !systemFields.includes(name));
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

async function twinOf(
  tx: Transaction,
  definition: CollectionDefinition,
  values: Readonly<Record<string, unknown>>,
): Promise<StoredRecord | null> {
  for (const { name, unique } of definition.fields) {
    if (!unique || values[name] === null) continue;
    const twin = await tx.findOne(definition.name, { [name]: values[name] });
    if (twin) return twin;
  }
  return null;
}
