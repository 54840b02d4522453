/** Lists the supervisors who may override at this event, and checks their PIN. Failed attempts are stored on disk. */

import type { SmallCollections } from '#kiosk/store/held-records.ts';
import type { Replica, Settings } from '#kiosk/store/replica.ts';
import { type ApprovalCrypto, type Approve, unlockApproval } from '#shared/admission/supervisor-approval.ts';
import {
  afterPinAttempt,
  noPinAttempts,
  type PinAttempts,
  pinAttemptsFree,
  pinWaitMs,
  verifyPin,
} from '#shared/admission/supervisor-pin.ts';
import { isObject } from '#shared/base/json.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { StationIdentity } from './station-facts.ts';

export type HeldSupervisor = SmallCollections['supervisors'];

/** Returns the event's active supervisors by name, as people look for theirs. */
export function supervisorsOf({ roster }: Replica, { event }: StationIdentity): readonly HeldSupervisor[] {
  return roster
    .records('supervisors')
    .filter((supervisor) => supervisor.event === event && supervisor.active)
    .sort((a, b) => a.name.localeCompare(b.name));
}

export type PinAnswer<Right = unknown> =
  | ({ readonly kind: 'right' } & Right)
  | { readonly kind: 'wrong_pin'; readonly attemptsLeft: number }
  | { readonly kind: 'pin_locked'; readonly waitMs: number };

export interface PinCheck {
  /**
   * @returns with the right PIN: what signs the override
   * @throws where the disk does not take the count of attempts: then no PIN is tried
   */
  approve(supervisor: HeldSupervisor, pin: string): Promise<PinAnswer<{ readonly approve: Approve }>>;
  /** Whether it is the PIN of any of them: one attempt, however many they are. @throws as `approve` does */
  checkAny(supervisors: readonly HeldSupervisor[], pin: string): Promise<PinAnswer>;
}

const attemptsSetting = 'pin_attempts';

/** Whether the supervisor's PIN was set since overrides are signed. */
export function canApprove({ approvalKey, sealedApprovalKey }: HeldSupervisor): boolean {
  return Boolean(approvalKey && sealedApprovalKey);
}

export function createPinCheck(settings: Settings, nowMs: () => number, crypto: ApprovalCrypto): PinCheck {
  // One after the other: of many at once each must find the others counted.
  const oneAtATime = createOneAtATime();
  /** @param attempt resolves to null where it is not the PIN */
  function counted<Right>(attempt: () => Promise<Right | null>): Promise<PinAnswer<Right>> {
    return oneAtATime(async () => {
      const before = readAttempts(await settings.read(attemptsSetting));
      const waitMs = pinWaitMs(before, nowMs());
      if (waitMs > 0) return { kind: 'pin_locked', waitMs };
      const wrong = afterPinAttempt(before, false, nowMs());
      await settings.write(attemptsSetting, wrong);
      const right = await attempt();
      if (right !== null) {
        await settings.write(attemptsSetting, noPinAttempts);
        return { kind: 'right', ...right };
      }
      const nextMs = pinWaitMs(wrong, nowMs());
      if (nextMs > 0) return { kind: 'pin_locked', waitMs: nextMs };
      return { kind: 'wrong_pin', attemptsLeft: Math.max(0, pinAttemptsFree - wrong.wrong) };
    });
  }
  return {
    approve: (supervisor, pin) =>
      counted(async () => {
        const approve = await unlockApproval(pin, supervisor, crypto);
        return approve && { approve };
      }),
    checkAny: (supervisors, pin) =>
      counted(async () => {
        for (const supervisor of supervisors) if (await verifyPin(pin, supervisor, crypto.derive)) return {};
        return null;
      }),
  };
}

/** Reads what an earlier run wrote; anything else counts as no attempt. */
function readAttempts(value: unknown): PinAttempts {
  if (!isObject(value)) return noPinAttempts;
  const { wrong, lockedUntilMs } = value;
  if (!Number.isSafeInteger(wrong) || (lockedUntilMs !== null && typeof lockedUntilMs !== 'number'))
    return noPinAttempts;
  return { wrong: wrong as number, lockedUntilMs };
}
