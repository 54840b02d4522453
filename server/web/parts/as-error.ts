/** What a call threw, as an error with a sentence that a person can act on. */
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';

/** Of the SDK's own codes: its messages are written for programmers. */
const sentences: Readonly<Record<string, string>> = {
  connection_failed:
    'The server cannot be reached. Check your connection and that the server is running. This page tries again automatically.',
  timeout: 'The server did not respond in time. Check your connection. This page tries again automatically.',
  unreadable_answer: 'The response is not from a Gatehouse server. Check the address of this page and reload it.',
  logged_out: 'Your session has expired. Log in again.',
};

/** Of anything else that was thrown: a fault of this page. */
const faultSentence = 'Something went wrong on this page. Reload it and try again.';

export function asError(thrown: unknown): GatehouseError {
  if (!(thrown instanceof GatehouseError)) return new GatehouseError('fault', faultSentence, { cause: thrown });
  const sentence = thrown.errors.length === 1 ? sentences[thrown.code] : undefined;
  return sentence === undefined
    ? thrown
    : new GatehouseError(thrown.code, sentence, { status: thrown.status, cause: thrown });
}

/** What a form found wrong itself, beside the field it is about. */
export function fieldError(path: string, code: string, message: string): GatehouseError {
  return new GatehouseError(code, message, { status: 422, errors: [{ code, path, message }] });
}
