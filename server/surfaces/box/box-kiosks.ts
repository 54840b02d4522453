/**
 * Kiosks at a box. A new one is paired upstream first, by the same request, so that it has the same id there and its key is
 * known; then it gets the box's own credentials. One that the replica has proves itself here, with or without a way up.
 */
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { type KioskRecord, kiosks as kioskTable } from '#shared/modules/events/gate.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Credentials, credentials as credentialFields, pairingPreview } from '#shared/sync/down.ts';
import { refusalOf } from '#shared/sync/refusal.ts';
import { signsRowsSince } from '#shared/sync/signed-row.ts';
import type { PairRequest } from '#shared/sync/up.ts';
import type { KioskCredentials } from '../../identity/kiosks/kiosk-tokens.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { BoxState } from './box-state.ts';
import { giveHome } from './follow-kiosks.ts';
import { boxActor } from './tables.ts';
import type { UpstreamClient } from './upstream-client.ts';

export interface BoxKiosksParts {
  readonly kiosks: Kiosks;
  readonly control: TenantStore;
  readonly client: UpstreamClient;
  readonly upstream: string;
  /** Null: it is not open yet. */
  readonly state: () => BoxState | null;
}

const otherEvent = refuse({
  code: 'pairing_code_other_device',
  message: 'This pairing code is for another event than this box. Ask for a new one of its event.',
  path: 'pairingCode',
});

/** Devices of exhibitors, and other boxes, sync with the server upstream. */
const rolesHere: ReadonlySet<string> = new Set(['gate', 'self-service']);

const notReady: Refusal = {
  code: 'box_not_ready',
  message: 'This box does not serve kiosks right now. Its page says why. Kiosks continue without it.',
};

async function keepKiosk(state: BoxState, given: Credentials, request: PairRequest): Promise<void> {
  const values: Partial<KioskRecord> = {
    event: given.event,
    gate: given.gate,
    role: given.role,
    name: request.name?.trim() || 'Kiosk',
    publicKey: request.publicKey,
    revokedAt: null,
    presence: 'offline',
    softwareVersion: request.softwareVersion,
  };
  const done = await state.store.commit(boxActor, async (tx) => {
    // The kiosk's record may have come down in between.
    if (await tx.get(kioskTable, given.kioskId)) return ok(null);
    const { now } = tx;
    await tx.create(kioskTable, { ...values, pairedAt: now, lastSeenAt: now }, given.kioskId);
    return ok(null);
  });
  if (!done.ok) throw new Error(done.errors[0].message);
}

export function boxKiosks({ client, control, kiosks, state, upstream }: BoxKiosksParts): Kiosks {
  const onlyUpstream = refuse({
    code: 'upstream_only',
    message: `Kiosks are managed at ${upstream}. Create the pairing code there, and enter it at the kiosk.`,
  });
  const serving = (): BoxState | null => {
    const now = state();
    return now?.record().ended === 'kiosk_revoked' ? null : now;
  };

  async function ask(path: string, body: unknown): Promise<Result<unknown>> {
    const answer = await client({ method: 'POST', path, body });
    if (answer.kind === 'unreachable')
      return refuse({
        code: 'upstream_unreachable',
        message: 'A new kiosk needs the internet once, and this box does not reach it. Try again when it is back.',
      });
    return answer.status < 300 ? ok(answer.body) : refuse(refusalOf(answer.status, answer.body));
  }

  /** The name of the box's event; null: it does not have it yet. A preview names events, and has no ids of them. */
  async function eventHere(): Promise<string | null> {
    const now = serving();
    const event = now && (await now.store.get('events', now.record().event));
    return event ? String(event['name']) : null;
  }

  async function preview(pairingCode: string): ReturnType<Kiosks['preview']> {
    const answer = await ask('/api/v1/kiosks/pairing-preview', { pairingCode });
    if (!answer.ok) return answer;
    const read = validate(pairingPreview, answer.value, { mode: 'create', unknown: 'drop' });
    if (!read.ok) return refuse(notReady);
    if (!rolesHere.has(read.value.role))
      return refuse({
        code: 'upstream_only',
        message: `A device of an exhibitor syncs with ${upstream}, not with the box. Pair it there.`,
      });
    const own = await eventHere();
    return own !== null && read.value.event !== own ? otherEvent : ok(read.value);
  }

  async function pair(request: PairRequest): Promise<Result<KioskCredentials>> {
    const now = serving();
    if (now === null) return refuse(notReady);
    if (request.syncVersion < signsRowsSince)
      return refuse({
        code: 'sync_version_unsupported',
        message: 'This kiosk’s software does not know boxes for the venue yet. Update the kiosk.',
      });
    // The code stays good where the box has no use for it.
    const shown = await preview(request.pairingCode);
    if (!shown.ok) return shown;
    const { device: _device, ...asked } = request;
    const answer = await ask('/api/v1/kiosks/pair', asked);
    if (!answer.ok) return answer;
    const read = validate(credentialFields, answer.value, { mode: 'create', unknown: 'drop' });
    if (!read.ok) return refuse(notReady);
    const given = read.value;
    // Two events may have the same name; their IDs are known only from here on.
    if (given.event !== now.record().event) return otherEvent;
    await giveHome(control, now.tenant.id, given.kioskId);
    await keepKiosk(now, given, request);
    const own = await kiosks.credentialsOf(given.kioskId);
    return own ? ok(own) : refuse(notReady);
  }

  return {
    ...kiosks,
    pair,
    preview,
    createPairingCode: async () => onlyUpstream,
    revoke: async () => onlyUpstream,
    async token(request) {
      // "Revoked" would have it wipe its replica: only the server upstream says so, or the replica of this box.
      const known = serving() && (await kiosks.actorOf(request.kioskId));
      const role = known?.actor.kiosk?.role;
      return role !== undefined && rolesHere.has(role) ? kiosks.token(request) : refuse(notReady);
    },
    identify: async (token) => (serving() === null ? refuse(notReady) : kiosks.identify(token)),
  };
}
