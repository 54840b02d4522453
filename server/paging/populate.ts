/**
 * `populate=author,tags.owner`: ids of relations become the records they name. One question per level and relation,
 * however many records there are; each asked as the caller, so that nobody reads more this way than by asking.
 */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Actor } from '../access/actor.ts';
import type { Platform, Registry } from '../platform.ts';

/** Ids in one question: each is a parameter of the SQL statement. */
const idsPerQuestion = 1_000;

type Shown = Readonly<Record<string, unknown>>;

export interface Populating {
  readonly platform: Platform;
  readonly actor: Actor;
  readonly registry: Registry;
}

async function recordsOf(
  scene: Populating,
  collection: string,
  ids: readonly string[],
): Promise<Result<StoredRecord[]>> {
  const found: StoredRecord[] = [];
  for (let i = 0; i < ids.length; i += idsPerQuestion) {
    const part = ids.slice(i, i + idsPerQuestion);
    const query = { where: { kind: 'field', path: 'id', op: 'in', value: part }, limit: part.length } as const;
    const outcome = await scene.platform.run(scene.actor, { verb: 'list', collection, query });
    if (outcome.kind === 'refused') return { ok: false, errors: outcome.errors };
    if (outcome.kind !== 'page') throw new Error('a list answers a page');
    found.push(...outcome.records);
  }
  return ok(found);
}

/** `['author', 'tags.owner']` → author: [], tags: ['owner'] */
function byFirstStep(paths: readonly string[]): Map<string, string[]> {
  const steps = new Map<string, string[]>();
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    const deeper = steps.get(first) ?? [];
    if (rest.length > 0) deeper.push(rest.join('.'));
    steps.set(first, deeper);
  }
  return steps;
}

/**
 * @param paths checked by parseList: relations that are there, at most three deep
 * @returns refusals: what the platform refuses the caller of a relation's records
 */
async function populate(
  scene: Populating,
  definition: CollectionDefinition,
  records: readonly Shown[],
  paths: readonly string[],
): Promise<Result<readonly Shown[]>> {
  let shown = records;
  for (const [name, deeper] of byFirstStep(paths)) {
    const field = must(
      definition.fields.find((f) => f.name === name),
      'a populated field',
    );
    if (field.type !== 'relation') continue;
    const target = must(scene.registry.collections.get(field.to), 'the collection of a relation');
    const ids = new Set(shown.flatMap((record) => [record[name]].flat()).filter((id) => typeof id === 'string'));
    const found = await recordsOf(scene, target.name, [...ids]);
    if (!found.ok) return found;
    const whole = await populate(scene, target, found.value, deeper);
    if (!whole.ok) return whole;
    const byId = new Map(whole.value.map((record) => [record['id'], record]));
    // An id that leads nowhere (the record was deleted since) stays an id.
    const at = (id: unknown) => byId.get(id) ?? id;
    shown = shown.map((record) => ({
      ...record,
      [name]: Array.isArray(record[name]) ? record[name].map(at) : at(record[name]),
    }));
  }
  return ok(shown);
}

/** Records as a question wants them: relations resolved (`populate`), and of each record the asked `fields` only. */
export async function showRecords(
  scene: Populating,
  definition: CollectionDefinition,
  records: readonly Shown[],
  asked: { readonly fields?: readonly string[]; readonly populate: readonly string[] },
): Promise<Result<readonly Shown[]>> {
  const whole = await populate(scene, definition, records, asked.populate);
  const { fields } = asked;
  if (!whole.ok || !fields) return whole;
  return ok(whole.value.map((record) => Object.fromEntries(fields.map((name) => [name, record[name] ?? null]))));
}
