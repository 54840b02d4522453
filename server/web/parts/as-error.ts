/** Turns what a call threw into an error with a sentence that a person can act on. */
import type { Refusal } from '#shared/base/result.ts';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { t } from './text/text.ts';

/** Sentences for the SDK's own codes, whose messages are written for programmers. */
const sentences: Readonly<Record<string, string>> = {
  connection_failed: t('the_server_cannot_be_reached_check'),
  timeout: t('the_server_did_not_respond_in'),
  unreadable_answer: t('the_response_is_not_from_a'),
  logged_out: t('your_session_has_expired_log_in'),
};

/** Sentence for any other value that was thrown: a fault of this page. */
const faultSentence = t('something_went_wrong_on_this_page');

export function asError(thrown: unknown): GatehouseError {
  if (!(thrown instanceof GatehouseError)) return new GatehouseError('fault', faultSentence, { cause: thrown });
  const sentence = thrown.errors.length === 1 ? sentences[thrown.code] : undefined;
  return sentence === undefined
    ? thrown
    : new GatehouseError(thrown.code, sentence, { status: thrown.status, cause: thrown });
}

/** Marks the sentences of this page: they are in the reader's language already. */
export const saidHere = 'saidHere';

/** Makes an error that the form found itself, shown beside the field it is about. */
export function fieldError(path: string, code: string, message: string): GatehouseError {
  const detail = { [saidHere]: true };
  return new GatehouseError(code, message, { status: 422, errors: [{ code, path, message, detail }] });
}

/** Refusals that a form has collected; null: nothing collects, and the first is thrown. Reading a form is synchronous. */
let found: Refusal[] | null = null;

/**
 * Refuses a field of a form, and goes on reading where all that is wrong is collected.
 *
 * @param instead what stands for the value meanwhile
 * @throws GatehouseError outside `allRefusals`
 */
export function refuseField<T>(path: string, code: string, message: string, instead: T): T {
  const fault = fieldError(path, code, message);
  if (found === null) throw fault;
  found.push(...fault.errors);
  return instead;
}

/**
 * Refuses what the server would refuse of a value, beside what is wrong with the form already. Does nothing outside
 * `allRefusals`: the server has the last word.
 *
 * @param fields as the value is defined
 */
export function refuseUnfit(fields: readonly Field[], value: unknown): void {
  if (found === null) return;
  const before = found.map(({ path }) => path ?? '');
  const checked = validate(fields, value, { mode: 'create', unknown: 'drop' });
  if (checked.ok) return;
  const isKnown = (path: string) =>
    before.some(
      (one) => path === one || path.endsWith(`.${one}`) || path.includes(`${one}.`) || path.includes(`${one}[`),
    );
  found.push(...checked.errors.filter(({ path = '' }) => !isKnown(path)));
}

/**
 * Reads a form to its end, so that all that is wrong is shown at once.
 *
 * @param read synchronous, so that it makes no request
 * @returns what it read
 * @throws GatehouseError with everything that was refused
 */
export function allRefusals<T>(read: () => T): T {
  const before = found;
  const mine: Refusal[] = [];
  found = mine;
  let value: T | undefined;
  try {
    value = read();
  } catch (fault) {
    if (!(fault instanceof GatehouseError)) throw fault;
    mine.push(...fault.errors);
  } finally {
    found = before;
  }
  const [first] = mine;
  if (first !== undefined) throw new GatehouseError(first.code, first.message, { status: 422, errors: mine });
  return value as T;
}
