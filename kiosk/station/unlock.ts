/**
 * Verifies that a PIN is a supervisor's, which opens the settings. A gate kiosk checks it locally; one without staff
 * holds nothing to compare with and asks the server, so that a PIN cannot be guessed from its disk.
 */
import { validate } from '#shared/schema/validate.ts';
import { unlockAnswer } from '#shared/sync/down.ts';
import type { ServerActions } from './server-actions.ts';
import type { UnlockResult } from './staff-act-results.ts';
import { isStaffed } from './station-facts.ts';
import type { StationTools } from './station-tools.ts';
import { type PinCheck, supervisorsOf } from './supervisors.ts';

/** @throws where the disk does not take the count of attempts */
export async function unlock(
  pin: string,
  pins: Pick<PinCheck, 'checkAny'>,
  server: ServerActions,
  { replica, identity }: Pick<StationTools, 'replica' | 'identity'>,
): Promise<UnlockResult> {
  if (!isStaffed(replica, identity)) return askServer(pin, server);
  const supervisors = supervisorsOf(replica, identity);
  return supervisors.length === 0 ? { kind: 'refused', reason: 'no_supervisor' } : pins.checkAny(supervisors, pin);
}

async function askServer(pin: string, server: ServerActions): Promise<UnlockResult> {
  const offline: UnlockResult = { kind: 'refused', reason: 'offline' };
  if (!server.online()) return offline;
  const answer = await server.act('unlock_settings', { pin });
  const said = answer.kind === 'ok' ? validate(unlockAnswer, answer.body, { mode: 'create', unknown: 'drop' }) : null;
  if (!said?.ok) return offline;
  const { outcome, attemptsLeft, waitMs } = said.value;
  switch (outcome) {
    case 'right':
      return { kind: 'right' };
    case 'no_supervisor':
      return { kind: 'refused', reason: 'no_supervisor' };
    case 'wrong_pin':
      return { kind: 'wrong_pin', attemptsLeft: attemptsLeft ?? 0 };
    case 'pin_locked':
      return { kind: 'pin_locked', waitMs: waitMs ?? 0 };
  }
}
