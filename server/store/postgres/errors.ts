/** Translates PostgreSQL's errors into those of the store's contract. */
import { isObject } from '#shared/base/json.ts';
import { StaleShape, StoreFault } from '../contract.ts';
import { isSearchColumn } from './table.ts';

/** SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html; null for what did not come from the server. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && isObject(error) ? error['code'] : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** 08 connection, 57P0x the server stops or starts, 53300 too many connections; and everything the socket says. */
const lostStates = /^(08|57P0|53300)/;
/** Error codes of node:net and node:dns, and pg's own messages about a connection that ended. */
const lostCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOENT)/;
const lostWords =
  /Connection terminated|connection is closed|not queryable|Query read timeout|timeout exceeded when trying to connect/i;

/** The connection stands, and no answer came on it in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /Query read timeout/i.test(error.message);
}

/** The connection has ended or could not be opened: another one may answer. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state !== null && lostStates.test(state)) return true;
  const code = isObject(error) && typeof error['code'] === 'string' ? error['code'] : '';
  if (lostCodes.test(code) || lostWords.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isLost);
}

/** 55P03: no lock in time; 57014: a statement took too long, or waited too long for a lock. */
export function isTooLate(error: unknown): boolean {
  return ['55P03', '57014'].includes(sqlState(error) ?? '');
}

/** Data and statements that the database will never take, however often it is asked: a bug of ours. */
export function isBug(error: unknown): boolean {
  return /^(22|42)/.test(sqlState(error) ?? '');
}

export function asFault(what: string, cause: unknown): StoreFault {
  return cause instanceof StoreFault ? cause : new StoreFault(what, { cause });
}

/** A table has changed its shape: 42703 no such column, 42P01 no such table, 42804 another type, 0A000 another result. */
export function isStaleShape(error: unknown): boolean {
  // 23502: it has become searchable, and the writer does not say by which words.
  if (sqlState(error) === '23502' && isObject(error)) return isSearchColumn(error['column']);
  return ['42703', '42P01', '42804', '0A000'].includes(sqlState(error) ?? '');
}

/** The fault to throw for an error of one statement of a plan. */
export function planFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  if (isStaleShape(error)) return new StaleShape('a table has another shape than is known here', { cause: error });
  return new StoreFault('the database refused', { cause: error });
}
