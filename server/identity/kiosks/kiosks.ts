/**
 * Kiosk credentials. A paired device proves itself by a key that never leaves it, and gets a bearer token of an hour
 * each time. Tokens are stamped, not stored: what decides is the kiosk's record, read at every request, so that a
 * revocation works at once.
 */

import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { type KioskRecord, kiosks } from '#shared/modules/events/gate.ts';
import type { Credentials as KioskCredentials } from '#shared/sync/down.ts';
import { gone, heard } from '#shared/sync/presence.ts';
import type { PairRequest, TokenRequest } from '#shared/sync/up.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Revocations } from '../credentials/revocations.ts';
import { credentialHash, type Secrets } from '../credentials/secrets.ts';
import { createDeviceProof, isSignedBy, type KioskStamp, readKioskStamp } from './device-proof.ts';
import { type KioskLines, openKioskLines } from './kiosk-lines.ts';
import { openPairing, type Pairing } from './pairing.ts';

const tokenMs = hourMs;
/** A kiosk that was not heard of for longer locks itself and must be paired again. */
export const leaseMs = 3 * dayMs;
const tokenPrefix = credentialPrefixes.kioskToken;
/** Tokens whose stamp is remembered; a kiosk has one at a time. */
const stampsMax = 5_000;
const changedBy = 'system:kiosks';

export interface SignedTime {
  readonly now: number;
  readonly sig: string;
}

export interface Kiosks extends Pick<Pairing, 'createPairingCode' | 'preview'> {
  pair(request: PairRequest): Promise<Result<KioskCredentials>>;
  challenge(kioskId: string): string;
  token(request: TokenRequest): Promise<Result<KioskCredentials>>;
  identify(token: string): Promise<Result<Actor>>;
  belongsTo(kioskId: string, tenant: string): Promise<boolean>;
  revoke(kioskId: string): Promise<Result<{ id: string }>>;
  /** Who a kiosk is and what it may, whether it is locked or not: for what it did before. */
  actorOf(kioskId: string): Promise<{ readonly actor: Actor; readonly publicKey: string } | null>;
  readonly lines: KioskLines;
  /** SY12: the server's time, signed for this kiosk. */
  time(kioskId: string): SignedTime;
}

const revoked: Refusal = {
  code: 'kiosk_revoked',
  message: 'This kiosk was revoked. Ask the organizer for a new pairing code.',
};

function unproven(message: string): Result<never> {
  return refuse({ code: 'signature_invalid', message });
}

const staleNonce = unproven(
  'The challenge has expired, was already used, or is not for this kiosk. Request a new one.',
);

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

export function openKiosks(
  directory: Directory,
  secrets: Secrets,
  {
    clock,
    newId,
    revocations,
  }: { readonly clock: Clock; readonly newId: () => string; readonly revocations: Revocations },
): Kiosks {
  const { control } = directory;
  const pairing = openPairing(directory, clock, newId);
  const proof = createDeviceProof(secrets, clock);
  /** Tokens that were found to be ours; whether they are still good is asked each time. */
  const stamps = new Map<string, KioskStamp>();
  const tenantOf = async (kioskId: string): Promise<string | null> => {
    const found = isId(kioskId) ? await control.get('kiosk_homes', kioskId) : null;
    return found ? (found['tenant'] as string) : null;
  };
  const time = (kioskId: string): SignedTime => {
    const now = clock();
    return { now, sig: secrets.identity.sign(`gatehouse-time-v1\n${kioskId}\n${now}`) };
  };

  function stampOf(token: string): KioskStamp | null {
    const known = stamps.get(token);
    if (known) return known;
    if (!token.startsWith(tokenPrefix)) return null;
    const stamp = readKioskStamp(secrets.unstamp('kiosk-token', token.slice(tokenPrefix.length)));
    if (stamp && stamps.size >= stampsMax) stamps.clear();
    if (stamp) stamps.set(token, stamp);
    return stamp;
  }

  async function home(
    kioskId: string,
  ): Promise<{ tenant: TenantRecord; store: TenantStore; kiosk: KioskRecord } | null> {
    const tenantId = await tenantOf(kioskId);
    const tenant = tenantId === null ? null : await directory.byId(tenantId);
    if (!tenant) return null;
    const store = await directory.open(tenant);
    const kiosk = await store.get(kiosks, kioskId);
    return kiosk ? { tenant, store, kiosk } : null;
  }

  const credentials = (tenant: TenantRecord, kiosk: KioskRecord): KioskCredentials => {
    const expiresAt = clock() + tokenMs;
    return {
      kioskId: kiosk.id,
      token: tokenPrefix + secrets.stamp('kiosk-token', JSON.stringify({ k: kiosk.id, e: expiresAt })),
      expiresAt: isoTime(expiresAt),
      leaseExpiresAt: isoTime(clock() + leaseMs),
      event: kiosk.event,
      gate: kiosk.gate,
      role: kiosk.role,
      serverKey: secrets.identity.publicKey,
      sealKey: secrets.sealKey.publicKey,
      demo: tenant.demo,
      time: time(kiosk.id),
    };
  };

  /**
   * A renewal is a word of the kiosk: its lease begins anew. Refused when it was revoked in between, or when its nonce
   * was used at another server meanwhile.
   */
  async function seen(store: TenantStore, kioskId: string, nonce: string): Promise<Result<KioskRecord>> {
    const used = `nonce of kiosk:${credentialHash(nonce)}`;
    const done = await store.commit(changedBy, async (tx) => {
      if (await tx.recall(used)) return staleNonce;
      await tx.remember(used, '', null);
      const kiosk = await tx.get(kiosks, kioskId);
      if (!kiosk || kiosk.revokedAt) return refuse(revoked);
      return ok(await tx.update(kiosks, kioskId, heard(kiosk, tx.now)));
    });
    return done.ok ? ok(done.value.value) : done;
  }

  return {
    time,
    lines: openKioskLines(async (kioskId) => (await home(kioskId))?.store ?? null),
    createPairingCode: pairing.createPairingCode,
    preview: pairing.preview,
    async pair(request) {
      const paired = await pairing.pair(request);
      return paired.ok ? ok(credentials(paired.value.tenant, paired.value.kiosk)) : paired;
    },
    challenge: proof.challenge,

    async token({ kioskId, nonce, signature }) {
      if (!proof.use(kioskId, nonce)) return staleNonce;
      const found = await home(kioskId);
      if (!found || found.kiosk.revokedAt) return refuse(revoked);
      if (!isSignedBy(found.kiosk.publicKey, `gatehouse-kiosk-v1\n${kioskId}\n${nonce}`, signature))
        return unproven('The signature was not made with the key this kiosk was paired with.');
      const lastSeen = found.kiosk.lastSeenAt ?? found.kiosk.pairedAt;
      if (lastSeen < isoTime(clock() - leaseMs))
        return refuse({
          code: 'lease_expired',
          message: 'This kiosk was offline too long. Pair it again. Its unsent scans are kept.',
        });
      const renewed = await seen(found.store, kioskId, nonce);
      return renewed.ok ? ok(credentials(found.tenant, renewed.value)) : renewed;
    },

    async identify(token) {
      const stamped = stampOf(token);
      if (!stamped) return refuse({ code: 'unauthenticated', message: 'This kiosk token is not valid.' });
      if (stamped.e < clock())
        return refuse({
          code: 'credential_expired',
          message: 'The kiosk token has expired. Renew it with a challenge.',
        });
      const found = await home(stamped.k);
      if (!found || found.kiosk.revokedAt) return refuse(revoked);
      return ok(kioskActor(found.tenant, found.kiosk));
    },

    async actorOf(kioskId) {
      const found = await home(kioskId);
      return found && { actor: kioskActor(found.tenant, found.kiosk), publicKey: found.kiosk.publicKey };
    },

    belongsTo: async (kioskId, tenant) => (await tenantOf(kioskId)) === tenant,

    async revoke(kioskId) {
      const found = await home(kioskId);
      if (!found) return refuse({ code: 'not_found', message: 'No kiosk has this ID. Check the ID.' });
      if (found.kiosk.revokedAt === null) {
        const done = await found.store.commit(changedBy, async (tx) => {
          const kiosk = await tx.get(kiosks, kioskId);
          return ok(kiosk && (await tx.update('kiosks', kioskId, { revokedAt: tx.now, ...gone(kiosk, tx.now) })));
        });
        if (!done.ok) return done;
      }
      revocations.announce(`kiosk:${kioskId}`);
      // For the other servers on this database: they hear of it by the control database's log.
      const told = await control.commit(changedBy, async (tx) => {
        const known = await tx.get('kiosk_homes', kioskId);
        if (known?.['revokedAt'] === null) await tx.update('kiosk_homes', kioskId, { revokedAt: tx.now });
        return ok(null);
      });
      if (!told.ok) return told;
      return ok({ id: kioskId });
    },
  };
}
