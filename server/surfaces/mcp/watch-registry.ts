/** Says when what a tenant has is no longer what it was: modules switched, own collections defined, changed, dropped. */

import { wholeLog } from '../../following/follow-changes.ts';
import { faultFields, type Log } from '../../http/log.ts';
import type { Platform, Registry } from '../../platform.ts';

/** Modules are switched from outside the tenant's log; who follows hears of it this late at most. */
const lookEveryMs = 5_000;

/** Returns how to stop. */
export async function watchRegistry(
  { platform, log }: { readonly platform: Platform; readonly log: Log },
  tenant: string,
  changed: () => void,
): Promise<() => void> {
  let last: Registry = await platform.registry(tenant);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = await platform.registry(tenant);
      const isOther = now !== last;
      last = now;
      if (isOther) changed();
    } catch (fault) {
      log.warn('registry not looked at', faultFields(fault));
    } finally {
      isLooking = false;
    }
  };
  const view = await wholeLog(platform, tenant);
  const stopHearing = view.onCommit(() => void look());
  const looking = setInterval(() => void look(), lookEveryMs);
  looking.unref();
  return () => {
    stopHearing();
    clearInterval(looking);
  };
}
