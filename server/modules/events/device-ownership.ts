/** Checks whether a record that a kiosk writes belongs to it: to its device and its event. */

import type { Values } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { Reader } from '../../store/contract.ts';

/** A kiosk knows only records of its event: an id of another event cannot come from its replica. */
export async function ownRegistration(reader: Reader, values: Values, event: unknown): Promise<boolean> {
  const id = values['registration'];
  if (typeof id !== 'string') return true;
  const registration = await reader.get('registrations', id);
  return registration === null || registration['event'] === event;
}

/** The same machine under an earlier pairing: it holds the key that was paired then, so what it kept is its own. */
async function sameDevice(reader: Reader, now: string, before: unknown): Promise<boolean> {
  if (typeof before !== 'string') return false;
  const [own, earlier] = [await reader.get('kiosks', now), await reader.get('kiosks', before)];
  return earlier !== null && own?.['publicKey'] === earlier['publicKey'] && own?.['event'] === earlier['event'];
}

/** Refuses with `not_yours` a record of another event or device; a caller that is no kiosk passes. */
export async function ownDevice(reader: Reader, actor: Actor, values: Values, device: unknown): Promise<Result<null>> {
  if (!actor.kiosk) return ok(null);
  if (values['event'] !== actor.kiosk.event) return refuseWith('not_yours', { path: 'event' });
  const own = device === actor.kiosk.kiosk || (await sameDevice(reader, actor.kiosk.kiosk, device));
  return own ? ok(null) : refuseWith('not_yours', { path: 'kiosk' });
}
