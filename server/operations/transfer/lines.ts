/**
 * The portable form of a tenant: gzip over one JSON object a line, the last of which gives the number of lines, itself
 * included. The same for every store. Reading checks the form of each line, so that what follows may trust it; values are
 * checked by the store.
 */
import { isObject, parseJson } from '#shared/base/json.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Change } from '../../store/contract.ts';
import { UsageError } from '../command.ts';

/** Raise it when a line changes its meaning; a file with a higher one was written by a newer version. */
export const transferFormat = 1;

export type Line =
  | {
      readonly kind: 'tenant';
      readonly format: number;
      readonly exportedAt: string;
      readonly slug: string;
      readonly plan: string;
      readonly modules: readonly string[];
      readonly demo: boolean;
    }
  /** Head of the file of a whole server (backup); the file of one tenant has `tenant` here. */
  | { readonly kind: 'house'; readonly format: number; readonly exportedAt: string }
  /** The lines up to the next one of this kind belong to this database. */
  | {
      readonly kind: 'database';
      readonly id: string;
      readonly sandbox: boolean;
      readonly collections: readonly string[];
    }
  /** Line before the records: number of steps of its definition's `moves` that a collection has made; absent: none. */
  | { readonly kind: 'moves'; readonly collection: string; readonly applied: number }
  | { readonly kind: 'credential'; readonly collection: string; readonly record: StoredRecord }
  | { readonly kind: 'record'; readonly collection: string; readonly record: StoredRecord }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'cursor'; readonly name: string; readonly seq: number }
  | {
      readonly kind: 'answer';
      readonly key: string;
      readonly bodyHash: string;
      readonly answer: unknown;
      readonly atMs: number;
    }
  /** Content in the file store: its bytes are in the lines that follow. */
  | {
      readonly kind: 'content';
      readonly tenant: string;
      readonly file: string;
      /** `photo`: of a business card, by the id of its edit. Absent: of a file. */
      readonly of?: 'photo';
      readonly sha256: string;
      readonly size: number;
    }
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'end'; readonly lines: number };

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string';
const whole: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === 'boolean';
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const record: Check = (value) =>
  isObject(value) && text(value['id']) && whole(value['version']) && text(value['createdAt']);
const change: Check = (value) =>
  isObject(value) &&
  whole(value['seq']) &&
  [value['at'], value['collection'], value['id'], value['op'], value['actor']].every(text) &&
  texts(value['types']) &&
  record(value['record']) &&
  (value['previous'] === null || isObject(value['previous']));

const forms: Readonly<Record<Line['kind'], Readonly<Record<string, Check>>>> = {
  tenant: { format: whole, exportedAt: text, slug: text, plan: text, modules: texts, demo: flag },
  house: { format: whole, exportedAt: text },
  database: { id: text, sandbox: flag, collections: texts },
  moves: { collection: text, applied: whole },
  credential: { collection: text, record },
  record: { collection: text, record },
  change: { change },
  cursor: { name: text, seq: whole },
  answer: { key: text, bodyHash: text, answer: () => true, atMs: whole },
  content: { tenant: text, file: text, sha256: text, size: whole },
  bytes: { base64: text },
  end: { lines: whole },
};

/** @param number of the line in the file, from 1 @throws UsageError where the line has no known form */
export function parseLine(given: string, number: number): Line {
  const broken = () => new UsageError(`Line ${number} of the file does not belong to a Gatehouse export.`);
  const value = parseJson(given);
  if (!isObject(value)) throw broken();
  const kind = Object.keys(forms).find((name): name is Line['kind'] => name === value['kind']);
  if (!kind) throw broken();
  const form = forms[kind];
  for (const [name, fits] of Object.entries(form)) if (!fits(value[name])) throw broken();
  return value as Line;
}
