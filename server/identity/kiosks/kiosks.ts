/**
 * Kiosk credentials. A paired device proves itself by a key that never leaves it, and gets a bearer token of an hour
 * each time. The kiosk's record decides, read at every request, so that a revocation works at once.
 */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import type { PairRequest, TokenRequest } from '#shared/sync/up.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Revocations } from '../credentials/revocations.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { createDeviceProof, isSignedBy } from './device-proof.ts';
import { type KioskLines, openKioskLines } from './kiosk-lines.ts';
import { type FoundKiosk, openKioskRecords } from './kiosk-records.ts';
import { kioskRevoked, staleNonce, unproven } from './kiosk-refusals.ts';
import { createKioskTokens, type KioskCredentials, type KioskTokens, leaseMs, type Upstream } from './kiosk-tokens.ts';
import { openPairing, type Pairing } from './pairing.ts';
import { openVenueKeys } from './venue-keys.ts';

export interface KioskParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly revocations: Revocations;
  /** Null or absent: this server is no device of another. */
  readonly upstream?: Upstream | null;
}

export interface Kiosks extends Pick<Pairing, 'createPairingCode' | 'preview'>, Pick<KioskTokens, 'time'> {
  /** Refuses with `sync_version_unsupported`, `invalid_format`, or the `pairing_code_…` that fits. */
  pair(request: PairRequest): Promise<Result<KioskCredentials>>;
  /** @returns a nonce that the kiosk signs for `token`, good for a minute */
  challenge(kioskId: string): string;
  /** Refuses with `signature_invalid` (also for a nonce that is not good), `kiosk_revoked` or `lease_expired`. */
  token(request: TokenRequest): Promise<Result<KioskCredentials>>;
  /** Returns credentials for a kiosk that has proven itself to the server upstream. Null: there is none, or it was revoked. */
  credentialsOf(kioskId: string): Promise<KioskCredentials | null>;
  /** Refuses with `unauthenticated`, `credential_expired` or `kiosk_revoked`. */
  identify(token: string): Promise<Result<Actor>>;
  /** True also for a revoked kiosk. */
  belongsTo(kioskId: string, tenant: string): Promise<boolean>;
  /** Refuses with `not_found`. */
  revoke(kioskId: string): Promise<Result<{ id: string }>>;
  /** The actor of a kiosk, also of a revoked one, for what it did before it was revoked; null: unknown. */
  actorOf(
    kioskId: string,
  ): Promise<{ readonly actor: Actor; readonly publicKey: string; readonly revoked: boolean } | null>;
  readonly lines: KioskLines;
}

/** Returns `all`, unless the device is an exhibitor's and its event shows exhibitors only the attendees they scanned. */
async function rosterOf({ kiosk, store }: FoundKiosk): Promise<'all' | 'scanned'> {
  if (kiosk.role !== 'exhibitor') return 'all';
  const event = await store.get(events, kiosk.event);
  return isObject(event?.exhibiting) && event.exhibiting['roster'] === 'scanned' ? 'scanned' : 'all';
}

async function kioskActor(found: FoundKiosk): Promise<Actor> {
  const { event, exhibitor, gate, id, role } = found.kiosk;
  const { tenant } = found;
  return {
    tenant: tenant.id,
    kind: 'kiosk',
    id,
    scopes: new Set(['kiosk']),
    roles: new Set(['kiosk']),
    kiosk: { kiosk: id, event, gate, role, exhibitor, roster: await rosterOf(found) },
  };
}

export function openKiosks(directory: Directory, secrets: Secrets, parts: KioskParts): Kiosks {
  const { clock, newId, revocations, upstream = null } = parts;
  const pairing = openPairing(directory, clock, newId);
  const proof = createDeviceProof(secrets, clock);
  const tokens = createKioskTokens(secrets, clock, upstream);
  const venueKeys = openVenueKeys(directory.control, secrets);
  const records = openKioskRecords(directory, venueKeys);
  const issue = async (tenant: TenantRecord, kiosk: KioskRecord) =>
    tokens.issue(tenant, kiosk, upstream === null ? await venueKeys.of(tenant.id, kiosk) : upstream.venueKey());

  return {
    time: tokens.time,
    lines: openKioskLines(async (kioskId) => (await records.find(kioskId))?.store ?? null),
    createPairingCode: pairing.createPairingCode,
    preview: pairing.preview,
    async pair(request) {
      const paired = await pairing.pair(request);
      return paired.ok ? ok(await issue(paired.value.tenant, paired.value.kiosk)) : paired;
    },
    challenge: proof.challenge,
    async credentialsOf(kioskId) {
      const found = await records.find(kioskId);
      return found && !found.kiosk.revokedAt ? issue(found.tenant, found.kiosk) : null;
    },

    async token({ kioskId, nonce, signature }) {
      if (!proof.use(kioskId, nonce)) return staleNonce;
      const found = await records.find(kioskId);
      if (!found || found.kiosk.revokedAt) return refuse(kioskRevoked);
      if (!isSignedBy(found.kiosk.publicKey, `gatehouse-kiosk-v1\n${kioskId}\n${nonce}`, signature))
        return unproven('The signature was not made with the key this kiosk was paired with.');
      const lastSeen = found.kiosk.lastSeenAt ?? found.kiosk.pairedAt;
      if (lastSeen < isoTime(clock() - leaseMs))
        return refuse({
          code: 'lease_expired',
          message: 'This kiosk was offline too long. Pair it again. Its unsent scans are kept.',
        });
      const renewed = await records.renew(found, nonce);
      if (!renewed.ok) return renewed;
      const credentials = await issue(found.tenant, renewed.value);
      // Revoked meanwhile: then the venue key may be the one that was made to lock this kiosk out.
      return (await records.isRevoked(kioskId)) ? refuse(kioskRevoked) : ok(credentials);
    },

    async identify(token) {
      const stamped = tokens.read(token);
      if (!stamped) return refuse({ code: 'unauthenticated', message: 'This kiosk token is not valid.' });
      if (stamped.e < clock())
        return refuse({
          code: 'credential_expired',
          message: 'The kiosk token has expired. Renew it with a challenge.',
        });
      const found = await records.find(stamped.k);
      if (!found || found.kiosk.revokedAt) return refuse(kioskRevoked);
      return ok(await kioskActor(found));
    },

    async actorOf(kioskId) {
      const found = await records.find(kioskId);
      if (!found) return null;
      const { publicKey, revokedAt } = found.kiosk;
      return { actor: await kioskActor(found), publicKey, revoked: revokedAt !== null };
    },

    belongsTo: async (kioskId, tenant) => (await records.tenantOf(kioskId)) === tenant,

    async revoke(kioskId) {
      const found = await records.find(kioskId);
      if (!found) return refuse({ code: 'not_found', message: 'No kiosk has this ID. Check the ID.' });
      const done = await records.revoke(found, () => revocations.announce(`kiosk:${kioskId}`));
      return done.ok ? ok({ id: kioskId }) : done;
    },
  };
}
