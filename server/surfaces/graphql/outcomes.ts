/** An outcome of the platform as what a resolver answers; a refusal is thrown, and formatted by errors.ts. */

import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { ActionAnswer } from '../../core/collections/action.ts';
import type { Platform } from '../../core/platform.ts';
import { RefusalError } from '../../http/refusal-error.ts';

export type Operation = Parameters<Platform['run']>[1];
export type Outcome = Awaited<ReturnType<Platform['run']>>;

type Allowed = Exclude<Outcome, { readonly kind: 'refused' }>;

function allowed(outcome: Outcome): Allowed {
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  return outcome;
}

function unexpected(outcome: Allowed): Error {
  return new Error(`an outcome of another kind: ${outcome.kind}`);
}

export function recordOf(outcome: Outcome): StoredRecord {
  const found = allowed(outcome);
  if (found.kind !== 'record') throw unexpected(found);
  return found.record;
}

export function deletedOf(outcome: Outcome): { readonly id: string } {
  const found = allowed(outcome);
  if (found.kind !== 'deleted') throw unexpected(found);
  return { id: found.id };
}

export function bulkOf(outcome: Outcome): Extract<Outcome, { readonly kind: 'bulk' }> {
  const found = allowed(outcome);
  if (found.kind !== 'bulk') throw unexpected(found);
  return found;
}

export function totalOf(outcome: Outcome): number | null {
  const found = allowed(outcome);
  if (found.kind !== 'page') throw unexpected(found);
  return found.total ?? null;
}

function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

/** Returns the answer of an action. A refusal that was recorded (a scan) is an error here, as every other refusal. */
export function answerOf(outcome: Outcome): unknown {
  const found = allowed(outcome);
  if (found.kind !== 'answer') throw unexpected(found);
  const { value } = found;
  if (!(value instanceof ActionAnswer)) return value ?? null;
  const errors = isObject(value.body) && Array.isArray(value.body['errors']) ? value.body['errors'] : [];
  const [first, ...more] = errors.filter(isRefusal);
  if (value.status >= 400 && first) throw new RefusalError([first, ...more]);
  return value.body ?? null;
}
