/** Makes signing keys, stores them in the control database with the private half sealed, and opens them again. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { controlTenant } from '../../core/tenants/control.ts';
import type { TenantStore } from '../../store/contract.ts';
import { ed25519PublicKey } from './ed25519-key.ts';
import type { Secrets } from './secrets.ts';
import { type SigningKeyRecord, signingKeys } from './tables.ts';

/** A key signs for so long, then its successor does. */
export const keyLifeMs = 30 * dayMs;
/** Maximum number of keys that are read: only keys rotated by hand, over and over, could reach it. */
export const keptMax = 1_000;
const keptMs = 4 * keyLifeMs;
const purpose = 'signing-key';
const actor = 'system:signing-keys';
export const sealedSigningKeys = { collection: 'signing_keys', field: 'sealed', purpose };
const placeOf = (id: string) => ({ tenant: controlTenant, collection: 'signing_keys', id });

/** @param raw 32 bytes in base64url */
export function publicKeyOf(raw: string): KeyObject {
  return ed25519PublicKey(fromBase64url(raw) ?? Buffer.alloc(0));
}

export function privateKeyOf({ id, sealed }: SigningKeyRecord, secrets: Secrets): KeyObject {
  const der = secrets.open(purpose, sealed ?? '', placeOf(id));
  if (!der)
    throw new Error('The signing key was sealed with another secret: is server-secret the one it was made with?');
  return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
}

export interface NewSigningKey {
  readonly id: string;
  /** ISO 8601: from when on it signs. */
  readonly activeFrom: string;
  /** Withdraws all earlier keys, in the same commit. */
  readonly withdraw: boolean;
  readonly nowMs: number;
}

/** Makes a key and stores it; keys whose successors are old are deleted. */
export async function storeNewKey(
  control: TenantStore,
  secrets: Secrets,
  { activeFrom, id, nowMs, withdraw }: NewSigningKey,
): Promise<SigningKeyRecord> {
  const pair = generateKeyPairSync('ed25519');
  const der = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const sealed = secrets.seal(purpose, der, placeOf(id));
  const done = await control.commit(actor, async (tx) => {
    const sort = [{ path: 'activeFrom', direction: 'asc' }] as const;
    const before = await tx.find('signing_keys', { limit: keptMax, sort });
    for (const [i, { id: known, withdrawnAt }] of before.entries()) {
      if (withdraw && withdrawnAt === null) await tx.update('signing_keys', known, { withdrawnAt: tx.now });
      // Judged by its successor, not by its age: the last key signs until the one that is made here becomes active.
      const successor = before[i + 1];
      if (successor && String(successor['activeFrom']) < isoTime(nowMs - keptMs))
        await tx.delete('signing_keys', known);
    }
    const values = { publicKey: toBase64url(raw), sealed, activeFrom, withdrawnAt: null };
    return ok(await tx.create(signingKeys, values, id));
  });
  if (!done.ok) throw new Error(`no signing key was stored: ${done.errors[0].message}`);
  return done.value.value;
}
