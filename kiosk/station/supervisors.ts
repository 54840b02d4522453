/** Who may admit against the verdict at this event, and whether it is they who ask: by a PIN, on a disk that remembers. */
import {
  afterPinAttempt,
  type DerivePin,
  noPinAttempts,
  type PinAttempts,
  pinAttemptsFree,
  pinWaitMs,
  verifyPin,
} from '#shared/admission/supervisor-pin.ts';
import { isObject } from '#shared/base/json.ts';
import type { Replica, Settings, SmallCollections } from '../store/replica.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import type { StationIdentity } from './station-facts.ts';

export type HeldSupervisor = SmallCollections['supervisors'];

/** By name, as people look for theirs. */
export function supervisorsOf({ roster }: Replica, { event }: StationIdentity): readonly HeldSupervisor[] {
  return roster
    .records('supervisors')
    .filter((supervisor) => supervisor.event === event && supervisor.active)
    .sort((a, b) => a.name.localeCompare(b.name));
}

export type PinAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong_pin'; readonly attemptsLeft: number }
  | { readonly kind: 'pin_locked'; readonly waitMs: number };

export interface PinCheck {
  /** @throws where the disk does not take the count of attempts: then no PIN is tried */
  check(supervisor: HeldSupervisor, pin: string): Promise<PinAnswer>;
  /** Whether it is the PIN of any of them: one attempt, however many they are. @throws as `check` does */
  checkAny(supervisors: readonly HeldSupervisor[], pin: string): Promise<PinAnswer>;
}

const attemptsSetting = 'pin_attempts';

export function createPinCheck(settings: Settings, nowMs: () => number, derive: DerivePin): PinCheck {
  // One after the other: of many at once each must find the others counted.
  const oneAtATime = createOneAtATime();
  function checkAny(supervisors: readonly HeldSupervisor[], pin: string): Promise<PinAnswer> {
    return oneAtATime(async () => {
      const before = readAttempts(await settings.read(attemptsSetting));
      const waitMs = pinWaitMs(before, nowMs());
      if (waitMs > 0) return { kind: 'pin_locked', waitMs };
      const counted = afterPinAttempt(before, false, nowMs());
      await settings.write(attemptsSetting, counted);
      for (const supervisor of supervisors) {
        if (!(await verifyPin(pin, supervisor, derive))) continue;
        await settings.write(attemptsSetting, noPinAttempts);
        return { kind: 'right' };
      }
      const nextMs = pinWaitMs(counted, nowMs());
      if (nextMs > 0) return { kind: 'pin_locked', waitMs: nextMs };
      return { kind: 'wrong_pin', attemptsLeft: Math.max(0, pinAttemptsFree - counted.wrong) };
    });
  }
  return { check: (supervisor, pin) => checkAny([supervisor], pin), checkAny };
}

/** Reads what an earlier run wrote; anything else counts as no attempt. */
function readAttempts(value: unknown): PinAttempts {
  if (!isObject(value)) return noPinAttempts;
  const { wrong, lockedUntilMs } = value;
  if (!Number.isSafeInteger(wrong) || (lockedUntilMs !== null && typeof lockedUntilMs !== 'number'))
    return noPinAttempts;
  return { wrong: wrong as number, lockedUntilMs };
}
