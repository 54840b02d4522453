/**
 * `events.unlock_settings`: the PIN that opens the settings of a kiosk without staff is checked here, because such a
 * kiosk holds nothing that a PIN could be guessed by. Wrong ones cost a wait, as at a gate kiosk.
 */

import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import {
  afterPinAttempt,
  type DerivePin,
  noPinAttempts,
  type PinAttempts,
  pinAttemptsFree,
  pinHashBytes,
  pinWaitMs,
  verifyPin,
} from '#shared/admission/supervisor-pin.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { supervisors as supervisorsCollection } from '#shared/modules/events/admission.ts';
import { unlockSettings } from '#shared/modules/events/admission-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';

const hash = promisify(pbkdf2);
const derive: DerivePin = async (pin, salt, iterations) =>
  new Uint8Array(await hash(pin, salt, iterations, pinHashBytes, 'sha256'));

/** Maximum number of supervisors whose PINs are compared: each comparison is a slow hash. */
const supervisorsMax = 50;
/** Kiosks whose attempts are remembered; the kiosk whose last wrong PIN is the oldest is dropped first. */
const kiosksMax = 5_000;
/** Maximum number of PINs that are hashed or wait: they are hashed one at a time, beside all other work of the threads. */
const waitingMax = 20;

export function unlockSettingsAction() {
  const attempts = new Map<string, PinAttempts>();
  let waiting = 0;
  const oneAtATime = createOneAtATime();

  function remember(kiosk: string, counted: PinAttempts): void {
    if (counted.wrong > 0) setBounded(attempts, kiosk, counted, kiosksMax);
    else attempts.delete(kiosk);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting++;
    return oneAtATime(work).finally(() => waiting--);
  }

  return action(unlockSettings, async (reader, { pin }, { actor, clock }) => {
    const { kiosk } = actor;
    if (!kiosk) return refuseWith('kiosk_only');
    if (waiting >= waitingMax)
      return refuse({ code: 'overloaded', message: 'Too many PINs at once. Try again in a few seconds.' });
    return inTurn(async () => {
      const before = attempts.get(kiosk.kiosk) ?? noPinAttempts;
      const waitMs = pinWaitMs(before, clock());
      if (waitMs > 0) return ok({ outcome: 'pin_locked' as const, waitMs });
      const supervisors = await reader.find(supervisorsCollection, {
        where: where({ event: kiosk.event, active: true }),
        limit: supervisorsMax,
      });
      if (supervisors.length === 0) return ok({ outcome: 'no_supervisor' as const });
      // The attempt is counted before it is checked, so that parallel attempts count each other.
      const counted = afterPinAttempt(before, false, clock());
      remember(kiosk.kiosk, counted);
      for (const supervisor of supervisors) {
        if (!(await verifyPin(pin, supervisor, derive))) continue;
        remember(kiosk.kiosk, noPinAttempts);
        return ok({ outcome: 'right' as const });
      }
      const nextMs = pinWaitMs(counted, clock());
      if (nextMs > 0) return ok({ outcome: 'pin_locked' as const, waitMs: nextMs });
      return ok({ outcome: 'wrong_pin' as const, attemptsLeft: Math.max(0, pinAttemptsFree - counted.wrong) });
    });
  });
}
