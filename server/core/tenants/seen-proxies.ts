/** A proxy that passes requests on and is not set, noted in the control database for a day, so that `doctor` can say it. */
import { isObject } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import type { TenantStore } from '../../store/contract.ts';
import { commitControl } from './commit-control.ts';

const key = 'proxy not set';
const actor = 'system:proxies';

export interface SeenProxy {
  readonly address: string;
  /** ISO 8601 */
  readonly at: string;
}

/** @param address of the last one; one is enough to act on */
export function noteProxy(control: TenantStore, address: string): Promise<void> {
  return commitControl(control, actor, async (tx) => {
    await tx.remember(key, '', { address, at: tx.now });
    return ok(undefined);
  });
}

/** @returns null where none was seen within a day */
export function seenProxy(control: TenantStore): Promise<SeenProxy | null> {
  return commitControl<SeenProxy | null>(control, actor, async (tx) => {
    const answer = (await tx.recall(key))?.answer;
    return ok(isObject(answer) ? { address: String(answer['address']), at: String(answer['at']) } : null);
  });
}
