/** The check of the network of kiosks: whether another one is in reach, so that a double entry is seen without internet. */
import { type Check, type CheckResult, found } from './check.ts';
import type { PreflightPorts } from './ports.ts';

const timeoutMs = 8_000;
const waitMs = 6_000;
/** Longest wait while the list names no other kiosk: it was loaded a moment ago, and is read once a second. */
const listMs = 2_000;
const lookEveryMs = 250;

export function otherKiosksCheck(ports: Pick<PreflightPorts, 'otherKiosks' | 'after'>): Check {
  return {
    id: 'other_kiosks',
    timeoutMs,
    async run(signal) {
      // A page that was just opened has met no one yet.
      for (let waitedMs = 0; !signal.aborted && isAlone(ports, waitedMs); waitedMs += lookEveryMs)
        await new Promise<void>((next) => ports.after(lookEveryMs, next));
      return resultOf(ports.otherKiosks());
    },
  };
}

function isAlone({ otherKiosks }: Pick<PreflightPorts, 'otherKiosks'>, waitedMs: number): boolean {
  const { condition, members, inReach } = otherKiosks();
  return condition === 'open' && inReach < 2 && waitedMs < (members < 2 ? listMs : waitMs);
}

function resultOf({ condition, members, inReach }: ReturnType<PreflightPorts['otherKiosks']>): CheckResult {
  if (condition === 'no_host' || condition === 'not_here') return found('other_kiosks', 'unused');
  if (members < 2 && condition !== 'no_key' && condition !== 'failed') return found('other_kiosks', 'single');
  if (condition !== 'open') return found('other_kiosks', condition);
  return found('other_kiosks', inReach < 2 ? 'alone' : 'ok', { inReach, members });
}
