/**
 * SY23: a scan that a kiosk heard from another one on the LAN and brings up for it. It is pushed as that kiosk, by its own
 * signature over exactly this scan: what the bringer may, and what it says about it, does not matter.
 */
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { deviceRights } from '../../core/policy/device-rights.ts';
import { isSignedBy } from '../../identity/kiosks/device-proof.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import type { Pusher } from './row-content.ts';

export interface Relay {
  readonly previous: number;
  readonly signature: string;
}

export type PusherOf = (document: Readonly<Record<string, unknown>>, relay: Relay) => Promise<Result<Pusher>>;

const notTheirs = { code: 'not_yours', message: 'A kiosk brings up scans of kiosks of its own event only.' };

/** Of rows that no kiosk relays: a scan file is one kiosk's own. */
export const noRelay: PusherOf = async () => refuse(notTheirs);

/** @param actor who brings it */
export function relayedFor(
  actor: Actor,
  collection: string,
  kiosks: Pick<Kiosks, 'actorOf'>,
  platform: Pick<Platform, 'run'>,
): PusherOf {
  return async (document, { previous, signature }) => {
    const device = document['kiosk'];
    const made = collection === 'scans' && actor.kiosk && isId(device) ? await kiosks.actorOf(device) : null;
    const theirs = made?.actor.kiosk;
    if (!made || !theirs || made.actor.tenant !== actor.tenant || theirs.event !== actor.kiosk?.event)
      return refuse(notTheirs);
    if (!isSignedBy(made.publicKey, entryClaim(document, previous), signature))
      return refuse({ code: 'signature_invalid', message: 'The kiosk that this scan names did not sign it.' });
    // What it did before is in its own file (SY18): from the LAN nothing says when it was.
    if (made.revoked)
      return refuse({ code: 'kiosk_revoked', message: 'The kiosk that made this scan was revoked. Import its file.' });
    if (deviceRights[theirs.role].pushes['scans'] === undefined)
      return refuse({ code: 'device_not_allowed', message: 'The kiosk that this scan names records no scans.' });
    return ok({ actor: made.actor, run: (operation) => platform.run(made.actor, operation) });
  };
}
