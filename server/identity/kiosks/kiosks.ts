/**
 * Kiosk credentials. A paired device proves itself by a key that never leaves it, and gets a bearer token of an hour
 * each time. The kiosk's record decides, read at every request, so that a revocation works at once.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import type { Credentials as KioskCredentials } from '#shared/sync/down.ts';
import type { PairRequest, TokenRequest } from '#shared/sync/up.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { Revocations } from '../credentials/revocations.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { createDeviceProof, isSignedBy } from './device-proof.ts';
import { type KioskLines, openKioskLines } from './kiosk-lines.ts';
import { openKioskRecords } from './kiosk-records.ts';
import { kioskRevoked, staleNonce, unproven } from './kiosk-refusals.ts';
import { createKioskTokens, type KioskTokens, leaseMs } from './kiosk-tokens.ts';
import { openPairing, type Pairing } from './pairing.ts';

export interface KioskParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly revocations: Revocations;
}

export interface Kiosks extends Pick<Pairing, 'createPairingCode' | 'preview'>, Pick<KioskTokens, 'time'> {
  pair(request: PairRequest): Promise<Result<KioskCredentials>>;
  challenge(kioskId: string): string;
  token(request: TokenRequest): Promise<Result<KioskCredentials>>;
  identify(token: string): Promise<Result<Actor>>;
  belongsTo(kioskId: string, tenant: string): Promise<boolean>;
  revoke(kioskId: string): Promise<Result<{ id: string }>>;
  /** Who a kiosk is and what it may, whether it is locked or not: for what it did before. */
  actorOf(kioskId: string): Promise<{ readonly actor: Actor; readonly publicKey: string } | null>;
  readonly lines: KioskLines;
}

function kioskActor(tenant: TenantRecord, { id, event, gate, role }: KioskRecord): Actor {
  return {
    tenant: tenant.id,
    kind: 'kiosk',
    id,
    scopes: new Set(['kiosk']),
    roles: new Set(['kiosk']),
    kiosk: { kiosk: id, event, gate, role },
  };
}

export function openKiosks(directory: Directory, secrets: Secrets, { clock, newId, revocations }: KioskParts): Kiosks {
  const pairing = openPairing(directory, clock, newId);
  const proof = createDeviceProof(secrets, clock);
  const tokens = createKioskTokens(secrets, clock);
  const records = openKioskRecords(directory);

  return {
    time: tokens.time,
    lines: openKioskLines(async (kioskId) => (await records.find(kioskId))?.store ?? null),
    createPairingCode: pairing.createPairingCode,
    preview: pairing.preview,
    async pair(request) {
      const paired = await pairing.pair(request);
      return paired.ok ? ok(tokens.issue(paired.value.tenant, paired.value.kiosk)) : paired;
    },
    challenge: proof.challenge,

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
      return renewed.ok ? ok(tokens.issue(found.tenant, renewed.value)) : renewed;
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
      return ok(kioskActor(found.tenant, found.kiosk));
    },

    async actorOf(kioskId) {
      const found = await records.find(kioskId);
      return found && { actor: kioskActor(found.tenant, found.kiosk), publicKey: found.kiosk.publicKey };
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
