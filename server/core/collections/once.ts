/**
 * Commits as the platform makes them: a violation of a unique index becomes a refusal, and an idempotency key gives the first
 * answer again.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { type CommitOptions, type TenantStore, type Transaction, UniqueViolation } from '../../store/contract.ts';
import { type Actor, actorName } from '../policy/actor.ts';
import { ActionAnswer } from './action.ts';

const idempotencyKeyMax = 255;

export const unusableKey: Refusal = {
  code: 'invalid_header',
  message: `Idempotency-Key must have 1 to ${idempotencyKeyMax} characters.`,
};

export function isUsableKey(key: string | undefined): boolean {
  return key === undefined || (key.length > 0 && key.length <= idempotencyKeyMax);
}

/**
 * Returns a plan that remembers its answer under the caller's idempotency key, in the same transaction as its effect. A
 * refusal is not remembered; a key that was used for another input is refused (`idempotency_key_reused`).
 *
 * @param key undefined: nothing is remembered
 * @param what name of the operation, which is part of the input
 */
export function once<T>(
  actor: Actor,
  key: string | undefined,
  what: string,
  input: unknown,
  plan: (tx: Transaction) => Promise<Result<T>>,
): (tx: Transaction) => Promise<Result<{ value: T; repeated: boolean }>> {
  return async (tx) => {
    if (key === undefined) {
      const done = await plan(tx);
      return done.ok ? ok({ value: done.value, repeated: false }) : done;
    }
    const name = `${actorName(actor)} ${key}`;
    const bodyHash = createHash('sha256')
      .update(`${what}\n${canonicalJson(input)}`)
      .digest('hex');
    const earlier = await tx.recall(name);
    if (earlier && earlier.bodyHash !== bodyHash)
      return refuse({
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
      });
    if (earlier) return ok({ value: revived(earlier.answer) as T, repeated: true });
    const done = await plan(tx);
    if (!done.ok) return done;
    await tx.remember(name, bodyHash, kept(done.value));
    return ok({ value: done.value, repeated: false });
  };
}

/** An answer as it is stored beside its key: as JSON, so that its class has to be written down. */
function kept(value: unknown): unknown {
  return value instanceof ActionAnswer ? { answerBody: value.body, answerStatus: value.status } : { plain: value };
}

function revived(stored: unknown): unknown {
  const { answerBody, answerStatus, plain } = stored as {
    answerBody?: unknown;
    answerStatus?: number;
    plain?: unknown;
  };
  return answerStatus === undefined ? plain : new ActionAnswer(answerBody, answerStatus);
}

export async function commit<T>(
  store: TenantStore,
  actor: Actor,
  plan: (tx: Transaction) => Promise<Result<T>>,
  options?: CommitOptions,
): Promise<Result<T>> {
  try {
    const done = await store.commit(actorName(actor), plan, options);
    return done.ok ? ok(done.value.value) : done;
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    return refuse(duplicateOf(fault));
  }
}

/** @param sees which fields the refusal may name; absent: all */
export function duplicateOf({ fields }: UniqueViolation, sees: (field: string) => boolean = () => true): Refusal {
  const named = fields.filter(sees);
  const [field] = named;
  const same = named.length > 0 ? `the same ${named.join(' and ')}` : 'these values';
  return {
    code: 'duplicate',
    message: `A record with ${same} already exists.`,
    ...(field ? { path: field } : {}),
  };
}
