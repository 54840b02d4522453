/**
 * `populate=author,tags.owner`: ids of relations become the records they name. One query per level, relation and 500
 * ids. Each runs as the caller, so that it returns no more than a direct request would.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '#shared/base/assert.ts';
import { ok, type Refused, type Result, refuse } from '#shared/base/result.ts';
import type { Allowance } from '#shared/query/allowance.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Caller } from '../platform.ts';

/** Maximum number of ids in one query: each is a parameter of the SQL statement. */
const idsPerQuestion = 500;
/** Maximum number of records in one answer that populates; one that stands in it several times counts each time. */
export const populatedMax = 10_000;

type Shown = Readonly<Record<string, unknown>>;

export interface Populating {
  readonly caller: Caller;
  /** Allowance of the request whose records are shown. */
  readonly allowance: Allowance;
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
    // Others have their turn between two parts.
    if (i > 0) await turn();
    const { allowance, caller } = scene;
    const outcome = await caller.run({ verb: 'list', collection, query, allowance });
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

/** Records, and how many records each one holds, itself included: the same record may stand in many. */
interface Populated {
  readonly records: readonly Shown[];
  readonly sizes: readonly number[];
}

function tooMany(): Refused {
  return refuse({
    code: 'query_too_costly',
    message: `\`populate\` would add more than ${populatedMax} records to this response. Request fewer records at once (\`limit\`), or fewer relations.`,
    path: 'populate',
    detail: { limit: populatedMax },
  });
}

/**
 * @param paths checked by parseList: relations that are there, at most three deep
 * @returns refusals: what the platform refuses the caller of a relation's records; `query_too_costly`
 */
async function populate(
  scene: Populating,
  definition: CollectionDefinition,
  records: readonly Shown[],
  paths: readonly string[],
): Promise<Result<Populated>> {
  let shown = records;
  const sizes = records.map(() => 1);
  for (const [name, deeper] of byFirstStep(paths)) {
    const field = must(
      definition.fields.find((f) => f.name === name),
      'a populated field',
    );
    if (field.type !== 'relation') continue;
    const target = must(scene.caller.registry.collections.get(field.to), 'the collection of a relation');
    const ids = new Set(shown.flatMap((record) => [record[name]].flat()).filter((id) => typeof id === 'string'));
    if (ids.size > populatedMax) return tooMany();
    const found = await recordsOf(scene, target.name, [...ids]);
    if (!found.ok) return found;
    const whole = await populate(scene, target, found.value, deeper);
    if (!whole.ok) return whole;
    const byId = new Map(
      whole.value.records.map((record, i) => [record['id'], { record, size: whole.value.sizes[i]! }]),
    );
    for (const [i, record] of shown.entries())
      for (const id of [record[name]].flat()) sizes[i]! += byId.get(id)?.size ?? 0;
    if (sizes.reduce((sum, size) => sum + size, 0) > populatedMax) return tooMany();
    // An id that leads nowhere (the record was deleted since) stays an id.
    const at = (id: unknown) => byId.get(id)?.record ?? id;
    shown = shown.map((record) => ({
      ...record,
      [name]: Array.isArray(record[name]) ? record[name].map(at) : at(record[name]),
    }));
  }
  return ok({ records: shown, sizes });
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
  if (!whole.ok) return whole;
  const { records: all } = whole.value;
  if (!fields) return ok(all);
  return ok(all.map((record) => Object.fromEntries(fields.map((name) => [name, record[name] ?? null]))));
}
