/** The meanings that a column of a file can have, and the mapping by which the organizer gives columns a meaning. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';

/** Field → how people read it. `answer`: kept under the column's header, as the answer to a question. */
export const importFields = {
  name: 'Name',
  givenName: 'First name',
  familyName: 'Last name',
  email: 'Email of the attendee',
  orderEmail: 'Email of the buyer',
  company: 'Company',
  orderCompany: 'Company of the buyer',
  role: 'Job title',
  ticketType: 'Ticket type',
  variation: 'Variation of the ticket type',
  price: 'Price paid',
  currency: 'Currency',
  orderCode: 'Order',
  position: 'Attendee within the order',
  status: 'Status',
  code: 'Ticket code',
  checkedInAt: 'Checked in at',
  addOnTo: 'Add-on to',
  group: 'Group',
  answer: 'Answer to a question',
} as const;

export type ImportField = keyof typeof importFields;

/** A meaning for each column; null: the column is not imported. */
export type Mapping = readonly (ImportField | null)[];

/** Fields that several columns can have: each `answer` is kept; of the others the first that is not empty counts. */
const several: ReadonlySet<ImportField> = new Set(['answer', 'company', 'email', 'code']);

function isField(value: unknown): value is ImportField {
  return typeof value === 'string' && Object.hasOwn(importFields, value);
}

/**
 * The suggested mapping with the organizer's changes.
 *
 * @param given `{"3": "email", "4": null}`: column, counted from 0, to its field
 * @returns refusals with the path of the wrong member
 */
export function mappingWith(suggested: Mapping, headers: readonly string[], given: unknown): Result<Mapping> {
  if (given === null || given === undefined) return checked(suggested, headers);
  const problems: Refusal[] = [];
  const mapping: (ImportField | null)[] = [...suggested];
  if (!isObject(given)) return fails('mapping', 'The mapping must be an object of column numbers and fields.');
  for (const [column, field] of Object.entries(given)) {
    const at = Number(column);
    const path = `mapping.${column.slice(0, 20)}`;
    if (!/^\d{1,3}$/.test(column) || at >= headers.length)
      problems.push(problem(path, `There is no column ${column.slice(0, 20)}: the file has ${headers.length}.`));
    else if (field !== null && !isField(field))
      problems.push({ ...problem(path, 'There is no such field.'), detail: { allowed: Object.keys(importFields) } });
    else mapping[at] = field;
  }
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : checked(mapping, headers);
}

function checked(mapping: Mapping, headers: readonly string[]): Result<Mapping> {
  const twice = mapping.findIndex((field, at) => field !== null && !several.has(field) && mapping.indexOf(field) < at);
  const double = mapping[twice];
  if (twice !== -1 && double)
    return fails(
      `mapping.${twice}`,
      `Two columns are mapped to “${importFields[double]}”: “${headers[mapping.indexOf(double)]}” and “${headers[twice]}”. Map one of them to something else.`,
    );
  const has = (...fields: ImportField[]) => fields.some((field) => mapping.includes(field));
  if (!has('name', 'givenName', 'familyName', 'email', 'orderEmail'))
    return fails('mapping', 'No column is mapped to a name or an email address. Choose one.');
  if (!has('email', 'orderEmail')) return fails('mapping', 'No column is mapped to an email address. Choose one.');
  return ok(mapping);
}

function problem(path: string, message: string): Refusal {
  return { code: 'mapping_invalid', message, path };
}

function fails(path: string, message: string): Result<Mapping> {
  return { ok: false, errors: [problem(path, message)] };
}
