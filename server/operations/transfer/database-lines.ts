/**
 * One tenant's database as lines and back. Fields that the caller names as sealed with the server's own secret go out open,
 * because another server has another secret, and are sealed again where they are imported: such a file is as secret as the
 * server itself. A backup names none: there they stay sealed.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { isObject, type Values } from '#shared/base/json.ts';
import type { Seals as Sealing, SealPlace } from '#shared/base/seals.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { SealedField } from '../../core/collections/module.ts';
import type { Change, DumpPart, TenantStore } from '../../store/contract.ts';
import { UsageError } from '../command.ts';
import type { Line } from './lines.ts';

export interface Seals {
  readonly secrets: Sealing;
  readonly sealed: readonly SealedField[];
}

/** Maximum number of rows handed to the store at once. */
const partRows = 500;

type Turn = (purpose: string, value: unknown, place: SealPlace) => unknown;

function turned<T extends Values>(place: SealPlace, values: T, { sealed }: Seals, turn: Turn): T {
  const fields = sealed.filter((one) => one.collection === place.collection && values[one.field] != null);
  if (fields.length === 0) return values;
  const changed = fields.map(({ field, many, purpose }) => {
    const value = values[field];
    const turnedOne = (one: unknown) => turn(purpose, one, place);
    return [field, many ? turnedEach(value, turnedOne) : turnedOne(value)] as const;
  });
  return { ...values, ...Object.fromEntries(changed) };
}

function turnedEach(value: unknown, turn: (one: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, turn(one)]));
}

function turnedChange(tenant: string, change: Change, seals: Seals, turn: Turn): Change {
  const { collection, id, record, previous } = change;
  const place = { tenant, collection, id };
  return {
    ...change,
    record: turned(place, record, seals, turn),
    previous: previous && turned(place, previous, seals, turn),
  };
}

function opening({ secrets }: Seals): Turn {
  return (purpose, value, place) => {
    const plain = secrets.open(purpose, String(value), place);
    // Sealed by a server whose secret is lost: it cannot be opened here either, and stays as it is.
    return plain === null ? value : { unsealed: toBase64url(plain) };
  };
}

function closing({ secrets }: Seals): Turn {
  return (purpose, value, place) => {
    if (!isObject(value)) return value;
    const plain = typeof value['unsealed'] === 'string' ? fromBase64url(value['unsealed']) : null;
    if (!plain) throw new UsageError('A key in the file cannot be read.');
    return secrets.seal(purpose, plain, place);
  };
}

export async function* databaseLines(
  store: TenantStore,
  collections: readonly string[],
  seals: Seals,
): AsyncGenerator<Line> {
  const turn = opening(seals);
  for await (const part of store.dump(collections))
    switch (part.kind) {
      case 'records':
        for (const record of part.records)
          yield {
            kind: 'record',
            collection: part.collection,
            record: turned(
              { tenant: store.tenant, collection: part.collection, id: record.id },
              record,
              seals,
              turn,
            ) as StoredRecord,
          };
        break;
      case 'changes':
        for (const change of part.changes)
          yield { kind: 'change', change: turnedChange(store.tenant, change, seals, turn) };
        break;
      case 'moves':
        yield part;
        break;
      case 'cursors':
        for (const cursor of part.cursors) yield { kind: 'cursor', ...cursor };
        break;
      case 'answers':
        for (const answer of part.answers) yield { kind: 'answer', ...answer };
        break;
    }
}

/** Neighbours of a kind and collection become one part. @param tenant whose they become: what is sealed is bound to it */
export async function* databaseParts(
  tenant: string,
  lines: AsyncIterable<Line> | Iterable<Line>,
  seals: Seals,
): AsyncGenerator<DumpPart> {
  const turn = closing(seals);
  let held: Line[] = [];
  let group = '';
  for await (const line of lines) {
    const next = line.kind === 'record' || line.kind === 'moves' ? `${line.kind} ${line.collection}` : line.kind;
    if (held.length > 0 && (next !== group || held.length === partRows)) {
      yield partOf(tenant, held, seals, turn);
      held = [];
    }
    group = next;
    held.push(line);
  }
  if (held.length > 0) yield partOf(tenant, held, seals, turn);
}

function partOf(tenant: string, lines: readonly Line[], seals: Seals, turn: Turn): DumpPart {
  const [first] = lines;
  const of = <K extends Line['kind']>(kind: K) =>
    lines.filter((line): line is Line & { kind: K } => line.kind === kind);
  switch (first?.kind) {
    case 'record': {
      const { collection } = first;
      const records = of('record').map(
        ({ record }) => turned({ tenant, collection, id: record.id }, record, seals, turn) as StoredRecord,
      );
      return { kind: 'records', collection, records };
    }
    case 'change':
      return { kind: 'changes', changes: of('change').map(({ change }) => turnedChange(tenant, change, seals, turn)) };
    case 'moves':
      return first;
    case 'cursor':
      return { kind: 'cursors', cursors: of('cursor').map(({ name, seq }) => ({ name, seq })) };
    case 'answer':
      return {
        kind: 'answers',
        answers: of('answer').map(({ key, bodyHash, answer, atMs }) => ({ key, bodyHash, answer, atMs })),
      };
    default:
      throw new UsageError(`The file has a line of kind ${first?.kind} inside a database.`);
  }
}
