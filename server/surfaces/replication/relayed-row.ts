/**
 * SY23, SY25: a row that another device brings up: a scan that a kiosk heard on the LAN, or a row that a box took. It is
 * pushed as the kiosk that made it, by its signature over exactly this row. The bringer has to be a device of the same tenant
 * and event; its own rights do not matter.
 */
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import { isBoxed, rowClaim } from '#shared/sync/signed-row.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { deviceRights } from '../../core/policy/device-rights.ts';
import { isSignedBy } from '../../identity/kiosks/device-proof.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import type { Pusher } from './row-content.ts';

export interface Relay {
  /** Null: the row was signed for a box. */
  readonly previous: number | null;
  readonly signature: string;
}

export type PusherOf = (document: Readonly<Record<string, unknown>>, relay: Relay) => Promise<Result<Pusher>>;

const notTheirs = { code: 'not_yours', message: 'A device brings up rows of kiosks of its own event only.' };

/** Refuses every relayed row, where rows are one kiosk's own: those of a scan file. */
export const noRelay: PusherOf = async () => refuse(notTheirs);

/** Returns the text that the kiosk signed; null where it signs no such row. On the LAN kiosks pass on scans only. */
function claimOf(collection: string, document: unknown, previous: number | null): string | null {
  if (previous !== null) return collection === 'scans' ? entryClaim(document, previous) : null;
  return isBoxed(collection) ? rowClaim(collection, document) : null;
}

/** @param actor who brings it */
export function relayedFor(
  actor: Actor,
  collection: string,
  kiosks: Pick<Kiosks, 'actorOf'>,
  platform: Pick<Platform, 'run'>,
): PusherOf {
  return async (document, { previous, signature }) => {
    const device = document['kiosk'];
    const claim = claimOf(collection, document, previous);
    const made = claim !== null && actor.kiosk && isId(device) ? await kiosks.actorOf(device) : null;
    const theirs = made?.actor.kiosk;
    if (claim === null || !made || !theirs || made.actor.tenant !== actor.tenant || theirs.event !== actor.kiosk?.event)
      return refuse(notTheirs);
    if (!isSignedBy(made.publicKey, claim, signature))
      return refuse({ code: 'signature_invalid', message: 'The kiosk that this row names did not sign it.' });
    // Rows from before the revocation are in the kiosk's own file (SY18): on the LAN nothing proves when a row was made.
    if (made.revoked)
      return refuse({ code: 'kiosk_revoked', message: 'The kiosk that made this row was revoked. Import its file.' });
    const { pushes, relaysOnly } = deviceRights[theirs.role];
    if (pushes[collection] === undefined || relaysOnly)
      return refuse({ code: 'device_not_allowed', message: 'The kiosk that this row names makes no such rows.' });
    return ok({ actor: made.actor, run: (operation) => platform.run(made.actor, operation) });
  };
}
