/** What a call threw, as an error with a sentence that a person can act on. */

import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { t } from './text/text.ts';

/** Of the SDK's own codes: its messages are written for programmers. */
const sentences: Readonly<Record<string, string>> = {
  connection_failed: t('the_server_cannot_be_reached_check'),
  timeout: t('the_server_did_not_respond_in'),
  unreadable_answer: t('the_response_is_not_from_a'),
  logged_out: t('your_session_has_expired_log_in'),
};

/** Of anything else that was thrown: a fault of this page. */
const faultSentence = t('something_went_wrong_on_this_page');

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
