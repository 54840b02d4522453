/**
 * What an action answers when its answer is recorded and yet not a plain success: a refused check-in leaves a scan, so
 * it cannot be a refusal (that would roll the scan back). Surfaces with a status use it; the others show the body.
 */
import { isObject } from '../../base/json.ts';

export interface ActionAnswer {
  readonly answerStatus: number;
  readonly body: unknown;
}

/** Plain JSON on purpose: an answer remembered under an idempotency key comes back the same. */
export function isActionAnswer(value: unknown): value is ActionAnswer {
  return (
    isObject(value) && typeof value['answerStatus'] === 'number' && 'body' in value && Object.keys(value).length === 2
  );
}
