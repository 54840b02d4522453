/**
 * Kiosk credentials. A pairing code turns a device into a kiosk of one gate; the device proves itself by a key that
 * never leaves it, and gets a bearer token of an hour each time. Tokens are stamped, not stored: what decides is the
 * kiosk's record, read at every request, so that a revocation works at once.
 */
import { createPublicKey, verify } from 'node:crypto';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, refuse, type Refusal, type Result } from '#shared/base/result.ts';
import { type Clock, dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import type { KioskRecord } from '#shared/modules/events/gate.ts';
import type { Credentials as KioskCredentials } from '#shared/sync/down.ts';
import type { PairRequest, TokenRequest } from '#shared/sync/up.ts';
import { syncVersionFloor } from '#shared/sync/version.ts';
import type { TenantStore } from '../store/contract.ts';
import type { PairingCodeRecord, TenantRecord } from '../tenants/control.ts';
import type { Directory } from '../tenants/directory.ts';
import type { Actor } from './actor.ts';
import { randomToken, spokenCode } from './new-id.ts';
import { credentialHash, type Secrets } from './secrets.ts';

const pairingCodeMs = 10 * minuteMs;
const tokenMs = hourMs;
const nonceMs = minuteMs;
/** A kiosk that was not heard of for longer locks itself and must be paired again. */
export const leaseMs = 3 * dayMs;
const tokenPrefix = 'gate_kt_';
const spkiEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

export interface SignedTime {
  readonly now: number;
  readonly sig: string;
}

export interface Kiosks {
  createPairingCode(
    tenant: TenantRecord,
    options: { event: string; gate: string; role?: KioskRecord['role']; lifetimeMs?: number },
  ): Promise<Result<{ pairingCode: string; expiresAt: string }>>;
  pair(request: PairRequest): Promise<Result<KioskCredentials>>;
  challenge(kioskId: string): string;
  token(request: TokenRequest): Promise<Result<KioskCredentials>>;
  identify(token: string): Promise<Result<Actor>>;
  revoke(kioskId: string): Promise<Result<{ id: string }>>;
  /** SY12: the server's time, signed for this kiosk. */
  time(kioskId: string): SignedTime;
}

const revoked: Refusal = {
  code: 'kiosk_revoked',
  message: 'This kiosk was revoked. Ask the organizer for a new pairing code.',
};

function verifies(publicKey: string, message: string, signature: string): boolean {
  const key = fromBase64url(publicKey);
  const sig = fromBase64url(signature);
  if (key?.length !== 32 || sig?.length !== 64) return false;
  const spki = createPublicKey({ key: Buffer.concat([spkiEd25519, key]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(message), spki, sig);
}

export function openKiosks(directory: Directory, secrets: Secrets, clock: Clock, newId: () => string): Kiosks {
  const { control } = directory;
  const actor = 'system:kiosks';
  const time = (kioskId: string): SignedTime => {
    const now = clock();
    return { now, sig: secrets.identity.sign(`gatehouse-time-v1\n${kioskId}\n${now}`) };
  };

  async function home(kioskId: string): Promise<{ tenant: TenantRecord; store: TenantStore; kiosk: KioskRecord } | null> {
    if (!isId(kioskId)) return null;
    const found = await control.get('kiosk_homes', kioskId);
    const tenant = found ? await directory.byId(found['tenant'] as string) : null;
    if (!tenant) return null;
    const store = await directory.open(tenant);
    const kiosk = (await store.get('kiosks', kioskId)) as KioskRecord | null;
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
      demo: tenant.demo,
      time: time(kiosk.id),
    };
  };

  return {
    time,
    async createPairingCode(tenant, { event, gate, role = 'gate', lifetimeMs = pairingCodeMs }) {
      const store = await directory.open(tenant);
      const eventRecord = isId(event) ? await store.get('events', event) : null;
      if (!eventRecord) return refuse({ code: 'not_found', message: `There is no event ${event}.`, path: 'event' });
      const gateRecord = (isId(gate) ? await store.get('gates', gate) : null) ?? (await store.findOne('gates', { event, key: gate }));
      if (!gateRecord || gateRecord['event'] !== event)
        return refuse({ code: 'not_found', message: `The event has no gate ${gate}.`, path: 'gate' });
      const pairingCode = spokenCode(8);
      const expiresAt = isoTime(clock() + lifetimeMs);
      const stored = await control.commit(actor, async (tx) =>
        ok(
          await tx.create('pairing_codes', {
            hash: credentialHash(pairingCode),
            tenant: tenant.id,
            event,
            gate: gateRecord.id,
            role,
            expiresAt,
            usedAt: null,
          }),
        ),
      );
      return stored.ok ? ok({ pairingCode, expiresAt }) : stored;
    },

    async pair(request) {
      if (request.syncVersion < syncVersionFloor)
        return refuse({ code: 'sync_version_unsupported', message: 'This kiosk is too old for this server. Update the kiosk.' });
      if (fromBase64url(request.publicKey)?.length !== 32)
        return refuse({ code: 'invalid_format', message: 'publicKey must be 32 bytes in base64url.', path: 'publicKey' });
      const typed = request.pairingCode.trim().toUpperCase().replace(/[\s-]/g, '');
      const kioskId = newId();
      // The code is used up and the kiosk's home written in one commit: a code pairs one device, whatever races.
      const used = await control.commit(actor, async (tx) => {
        const code = (await tx.findOne('pairing_codes', { hash: credentialHash(typed) })) as PairingCodeRecord | null;
        if (!code) return refuse({ code: 'pairing_code_unknown', message: 'This pairing code is not known. Check it for typing mistakes.', path: 'pairingCode' });
        if (code.usedAt) return refuse({ code: 'pairing_code_used', message: 'This pairing code was used already. Ask for a new one.', path: 'pairingCode' });
        if (code.expiresAt < isoTime(clock()))
          return refuse({ code: 'pairing_code_expired', message: 'This pairing code is too old. Ask for a new one.', path: 'pairingCode' });
        await tx.update('pairing_codes', code.id, { usedAt: tx.now });
        await tx.create('kiosk_homes', { tenant: code.tenant }, kioskId);
        return ok(code);
      });
      if (!used.ok) return used;
      const code = used.value.value;
      const tenant = await directory.byId(code.tenant);
      if (!tenant) return refuse({ code: 'pairing_code_unknown', message: 'The tenant of this pairing code is gone.' });
      const store = await directory.open(tenant);
      const paired = await store.commit(actor, async (tx) => {
        const gate = await tx.get('gates', code.gate);
        const number = (await tx.count('kiosks')) + 1;
        const created = await tx.create(
          'kiosks',
          {
            event: code.event,
            gate: code.gate,
            role: code.role,
            name: request.name ?? `${gate?.['name'] ?? 'Gate'} · kiosk ${number}`,
            publicKey: request.publicKey,
            pairedAt: tx.now,
            revokedAt: null,
            lastSeenAt: tx.now,
            pending: null,
            printer: null,
            softwareVersion: request.softwareVersion,
          },
          kioskId,
        );
        return ok(created as unknown as KioskRecord);
      });
      return paired.ok ? ok(credentials(tenant, paired.value.value)) : paired;
    },

    challenge: (kioskId) =>
      secrets.stamp('kiosk-nonce', JSON.stringify({ k: kioskId, e: clock() + nonceMs, r: randomToken(8) })),

    async token({ kioskId, nonce, signature }) {
      const stamped = parseStamp(secrets.unstamp('kiosk-nonce', nonce));
      if (!stamped || stamped.k !== kioskId || stamped.e < clock())
        return refuse({ code: 'signature_invalid', message: 'The challenge is too old or not for this kiosk. Ask for a new one.' });
      const found = await home(kioskId);
      if (!found || found.kiosk.revokedAt) return refuse(revoked);
      if (!verifies(found.kiosk.publicKey, `gatehouse-kiosk-v1\n${kioskId}\n${nonce}`, signature))
        return refuse({ code: 'signature_invalid', message: 'The signature is not by the key this kiosk was paired with.' });
      const lastSeen = found.kiosk.lastSeenAt ?? found.kiosk.pairedAt;
      if (lastSeen < isoTime(clock() - leaseMs))
        return refuse({ code: 'lease_expired', message: 'This kiosk was away too long. Pair it again; its unsent scans are kept.' });
      return ok(credentials(found.tenant, found.kiosk));
    },

    async identify(token) {
      const stamped = token.startsWith(tokenPrefix) ? parseStamp(secrets.unstamp('kiosk-token', token.slice(tokenPrefix.length))) : null;
      if (!stamped) return refuse({ code: 'unauthenticated', message: 'This kiosk token is not one of ours.' });
      if (stamped.e < clock()) return refuse({ code: 'credential_expired', message: 'The kiosk token is too old. Renew it by a challenge.' });
      const found = await home(stamped.k);
      if (!found || found.kiosk.revokedAt) return refuse(revoked);
      const { kiosk, tenant } = found;
      return ok({
        tenant: tenant.id,
        kind: 'kiosk',
        id: kiosk.id,
        scopes: new Set(['kiosk']),
        roles: new Set(['kiosk']),
        kiosk: { kiosk: kiosk.id, event: kiosk.event, gate: kiosk.gate, role: kiosk.role },
      });
    },

    async revoke(kioskId) {
      const found = await home(kioskId);
      if (!found) return refuse({ code: 'not_found', message: 'There is no kiosk with this id.' });
      const done = await found.store.commit(actor, async (tx) => {
        await tx.update('kiosks', kioskId, { revokedAt: tx.now });
        return ok({ id: kioskId });
      });
      return done.ok ? ok(done.value.value) : done;
    },
  };
}

function parseStamp(payload: string | null): { k: string; e: number } | null {
  if (payload === null) return null;
  const value: unknown = JSON.parse(payload);
  return isObject(value) && typeof value['k'] === 'string' && typeof value['e'] === 'number' ? { k: value['k'], e: value['e'] } : null;
}
