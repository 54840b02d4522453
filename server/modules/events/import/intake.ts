/** Reads the rows of one file in order: duplicates, the ticket types it names, and problems. */
import { decimalsOf } from '#shared/modules/events/money.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import { type ImportRow, type RefusedRow, type RowError, type RowReader, readRow } from './import-row.ts';
import type { TableRow } from './table.ts';
import { type NewType, newTypesMax, type typeFinder } from './ticket-types.ts';

const previewMax = 5;
/** Refused rows in the answer; all are counted. */
export const refusedShownMax = 10_000;

export class Intake {
  accepted = 0;
  #rows = 0;
  #leftOut = 0;
  #refusedCount = 0;
  readonly #refused: RefusedRow[] = [];
  readonly #preview: Omit<ImportRow, 'key' | 'code'>[] = [];
  readonly #keys = new Set<string>();
  readonly #people = new Map<string, number>();
  readonly #codes = new Set<string>();
  readonly #types = new Map<string, { rows: number; exists: boolean; first: ImportRow }>();
  readonly #reader: RowReader;
  readonly #typeOf: ReturnType<typeof typeFinder>;
  readonly #mayCreate: boolean;

  constructor(reader: RowReader, typeOf: ReturnType<typeof typeFinder>, mayCreate: boolean) {
    this.#reader = reader;
    this.#typeOf = typeOf;
    this.#mayCreate = mayCreate;
  }

  /** @returns the row as it is to be written; null: refused or left out */
  take(row: TableRow): ImportRow | null {
    this.#rows += 1;
    const read = readRow(this.#reader, row);
    if (read === 'left_out') {
      this.#leftOut += 1;
      return null;
    }
    if ('errors' in read) return this.#refuse(read);
    const one = read.key.startsWith('person:') ? { ...read, key: this.#nth(read.key) } : read;
    const error = this.#double(one) ?? this.#typeProblem(one);
    if (error) return this.#refuse({ row: one.row, errors: [error] });
    this.accepted += 1;
    if (this.#preview.length < previewMax) {
      const { key: _key, code: _code, ...shown } = one;
      this.#preview.push(shown);
    }
    return one;
  }

  #refuse(refused: RefusedRow): null {
    this.#refusedCount += 1;
    if (this.#refused.length < refusedShownMax) this.#refused.push(refused);
    return null;
  }

  /** Rows that name the same person, and have neither position nor code, are several attendees. */
  #nth(key: string): string {
    const n = (this.#people.get(key) ?? 0) + 1;
    this.#people.set(key, n);
    return `${key}:${n}`;
  }

  #double({ key, code }: ImportRow): RowError | null {
    const isKnown = code !== null && this.#codes.has(code.hash);
    if (code !== null) this.#codes.add(code.hash);
    const isTwice = this.#keys.has(key);
    this.#keys.add(key);
    const { headers, mapping } = this.#reader;
    if (isKnown) return errorOf('code_duplicate', headers[mapping.indexOf('code')]);
    return isTwice ? errorOf('row_duplicate') : null;
  }

  #typeProblem(row: ImportRow): RowError | null {
    if (row.status === 'cancelled') return null;
    const { ticketType } = row;
    const column = this.#reader.headers[this.#reader.mapping.indexOf('ticketType')];
    const found = this.#typeOf(ticketType);
    const name = ticketType ?? found?.name ?? '';
    if (found?.kind === 'add_on') return errorOf('add_on_alone', column);
    const known = this.#types.get(name);
    const canBeMade = ticketType !== null && (known !== undefined || this.#types.size < newTypesMax);
    if (known) known.rows += 1;
    else if (found || canBeMade) this.#types.set(name, { rows: 1, exists: found !== null, first: row });
    if (found || (canBeMade && this.#mayCreate)) return null;
    const message =
      ticketType === null
        ? 'The row names no ticket type. Map a column to it, or choose one for all rows.'
        : `The event has no ticket type “${ticketType.slice(0, 100)}”. Confirm that it is made, or rename it.`;
    return { code: 'ticket_type_not_found', message, ...(column !== undefined && { column }) };
  }

  /** The ticket types to make: none, unless the organizer agreed to it. */
  newTypes(): readonly NewType[] {
    if (!this.#mayCreate) return [];
    return [...this.#types].flatMap(([name, { exists, first }]) => {
      const { amount, currency } = first;
      const price = (amount ?? 0) / 10 ** (decimalsOf(currency ?? this.#reader.currency) ?? 2);
      return exists ? [] : [{ name, price, amount: amount ?? 0, currency: currency ?? this.#reader.currency }];
    });
  }

  answer() {
    return {
      rows: this.#rows,
      leftOut: this.#leftOut,
      refusedCount: this.#refusedCount,
      refused: this.#refused,
      preview: this.#preview,
      ticketTypes: [...this.#types].map(([name, { rows, exists }]) => ({ name, rows, exists })),
    };
  }
}

function errorOf(code: 'row_duplicate' | 'code_duplicate' | 'add_on_alone', column?: string): RowError {
  return { code, message: refusal(code).message, ...(column !== undefined && { column }) };
}
