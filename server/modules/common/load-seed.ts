/**
 * Writes example records into a tenant, usually a sandbox. Records that are there already stay as they are, so that it may
 * be called again, e.g. when another module is activated. A seed that breaks a rule is a bug and throws.
 */
import { createHash } from 'node:crypto';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { SeedRecord } from '#shared/modules/seed-record.ts';
import type { Field } from '#shared/schema/field.ts';
import { systemActor } from '../../core/policy/actor.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { RecordWriter } from './record-writer.ts';

/** Time that the ids of seed records carry, Unix milliseconds: 1 January 2026. */
const seedBornMs = Date.UTC(2026, 0);

export interface SeedTarget {
  readonly writer: RecordWriter;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The same key gives the same id in every tenant. */
export function seedId(collection: string, key: string): string {
  return uuidv7(seedBornMs, createHash('sha256').update(`seed ${collection} ${key}`).digest());
}

function idsOf(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = new Map(fields.map((f) => [f.name, f]));
  const idOf = (field: Field | undefined, value: unknown): unknown => {
    if (value === null || value === undefined) return value;
    if (field?.type === 'relation' && Array.isArray(value)) return value.map((key) => seedId(field.to, String(key)));
    if (field?.type === 'relation') return seedId(field.to, String(value));
    if (field?.type === 'group') return idsOf(field.fields, value as Record<string, unknown>);
    if (field?.type === 'array' && field.of === 'group')
      return (value as Record<string, unknown>[]).map((one) => idsOf(field.fields ?? [], one));
    return value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, idOf(known.get(name), value)]));
}

/**
 * @param store of a tenant in which these modules are active; a seed refers to its own module and those it needs
 * @param modules names; those without a seed are skipped
 * @returns how many records were made
 */
export async function loadSeed(
  store: TenantStore,
  modules: readonly string[],
  { writer, clock, newId }: SeedTarget,
): Promise<number> {
  const { seeds } = await import('#shared/modules/seeds.ts');
  const records: readonly SeedRecord[] = [...seeds]
    .filter(([name]) => modules.includes(name))
    .flatMap(([, all]) => all);
  const context = { actor: systemActor(store.tenant, 'seed'), clock, newId };
  const done = await store.commit('system:seed', async (tx) => {
    let made = 0;
    for (const { collection, key, values } of records) {
      const id = seedId(collection, key);
      if (await tx.get(collection, id)) continue;
      const { fields } = writer.definition(collection);
      const created = await writer.create({ tx, context }, collection, idsOf(fields, values), id);
      if (!created.ok) {
        const { message, path } = created.errors[0];
        throw new Error(`the seed ${collection}/${key} is refused: ${message}${path ? ` (${path})` : ''}`);
      }
      made++;
    }
    return ok(made);
  });
  if (!done.ok) throw new Error(`no seed loaded: ${done.errors[0].message}`);
  return done.value.value;
}
