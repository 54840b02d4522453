/**
 * The Ed25519 keys that access tokens are signed with. A new one takes over every thirty days; it is published before it
 * signs, and the old one is believed for as long as its last token lives. Withdrawing one ends all its tokens.
 */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { ok } from '#shared/base/result.ts';
import { type Clock, dayMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { controlTenant } from '../../core/tenants/control.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Secrets } from './secrets.ts';
import { type SigningKeyRecord, signingKeys } from './tables.ts';
import { longestTokenMs } from './token-lives.ts';

export const keyLifeMs = 30 * dayMs;
/** How long other processes may go on with what they know; a new key is published for so long before it signs. */
export const knownForMs = minuteMs;
/** After its successor took over: its last token lives so long, and another process may sign with it a little longer. */
export const believedAfterMs = longestTokenMs + knownForMs;
/** A key id nobody has heard of makes us look again, at most this often. */
const lookAgainMs = secondMs;
/** So many come only where keys are rotated by hand, over and over. */
const keptMax = 1_000;
const keptMs = 4 * keyLifeMs;
const purpose = 'signing-key';
const actor = 'system:signing-keys';
export const sealedSigningKeys = { collection: 'signing_keys', field: 'sealed', purpose };
const placeOf = (id: string) => ({ tenant: controlTenant, collection: 'signing_keys', id });

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export interface SigningKeys {
  current(): Promise<SigningKey>;
  /** @returns null for a key that is not ours, not believed any more, or withdrawn */
  publicKey(kid: string): Promise<KeyObject | null>;
  /** RFC 7517, as `/.well-known/jwks.json` shows it. */
  published(): Promise<readonly Readonly<Record<string, string>>[]>;
  /** @param withdraw all earlier keys end at once, with every token they signed */
  rotate(options?: { readonly withdraw?: boolean }): Promise<{ readonly kid: string }>;
}

interface Known {
  readonly record: SigningKeyRecord;
  readonly publicKey: KeyObject;
}

const spkiEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

function publicKeyOf(raw: string): KeyObject {
  const key = Buffer.concat([spkiEd25519, fromBase64url(raw) ?? Buffer.alloc(0)]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

export function openSigningKeys(
  control: TenantStore,
  secrets: Secrets,
  clock: Clock,
  newId: () => string,
): SigningKeys {
  let known = new Map<string, Known>();
  let knownAtMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const rows = await control.find(signingKeys, {
      limit: keptMax,
      sort: [{ path: 'activeFrom', direction: 'desc' }],
    });
    known = new Map(
      rows.map((record) => [
        record.id,
        known.get(record.id)?.record.version === record.version
          ? known.get(record.id)!
          : { record, publicKey: publicKeyOf(record.publicKey) },
      ]),
    );
    knownAtMs = clock();
  }

  async function fresh(withinMs: number): Promise<void> {
    if (Math.abs(clock() - knownAtMs) >= withinMs) await look();
  }

  /** Newest first, without those that are withdrawn. */
  const good = () =>
    [...known.values()]
      .filter(({ record }) => record.withdrawnAt === null)
      .sort((a, b) => (a.record.activeFrom < b.record.activeFrom ? 1 : -1));

  /** The newest that may sign, and all that signed what may still be good. */
  function believed(): { readonly signing: Known | undefined; readonly all: readonly Known[] } {
    const ordered = good();
    const now = isoTime(clock());
    const signing = ordered.find(({ record }) => record.activeFrom <= now);
    const all = ordered.filter((_key, i) => {
      // It signed until the one after it took over.
      const next = ordered[i - 1];
      return next === undefined || next.record.activeFrom > isoTime(clock() - believedAfterMs);
    });
    return { signing, all };
  }

  async function make(activeFrom: string, withdraw: boolean): Promise<SigningKeyRecord> {
    const pair = generateKeyPairSync('ed25519');
    const der = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const id = newId();
    const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const done = await control.commit(actor, async (tx) => {
      const before = await tx.find('signing_keys', {
        limit: keptMax,
        sort: [{ path: 'activeFrom', direction: 'asc' }],
      });
      for (const [i, { id: known, withdrawnAt }] of before.entries()) {
        if (withdraw && withdrawnAt === null) await tx.update('signing_keys', known, { withdrawnAt: tx.now });
        // By its successor, not by its age: the last one signs until the one that is made here takes over.
        const successor = before[i + 1];
        if (successor && String(successor['activeFrom']) < isoTime(clock() - keptMs))
          await tx.delete('signing_keys', known);
      }
      return ok(
        await tx.create(
          signingKeys,
          {
            publicKey: toBase64url(raw),
            sealed: secrets.seal(purpose, der, placeOf(id)),
            activeFrom,
            withdrawnAt: null,
          },
          id,
        ),
      );
    });
    if (!done.ok) throw new Error(`no signing key was stored: ${done.errors[0].message}`);
    await look();
    return done.value.value;
  }

  async function signingKey(): Promise<Known> {
    await fresh(knownForMs);
    const found = believed().signing;
    const newest = good()[0]?.record.activeFrom;
    // Its successor is made while it may still sign: nobody waits, and everybody has heard of it when it begins.
    if (found && newest !== undefined && newest > isoTime(clock() - keyLifeMs)) return found;
    await make(isoTime(found ? clock() + 2 * knownForMs : clock()), false);
    const made = found ?? believed().signing;
    if (!made) throw new Error('a signing key was made and is not there');
    return made;
  }

  return {
    async current() {
      const { record } = await signingKey();
      const der = secrets.open(purpose, record.sealed ?? '', placeOf(record.id));
      if (!der)
        throw new Error('The signing key was sealed with another secret: is server-secret the one it was made with?');
      return { kid: record.id, privateKey: createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }) };
    },
    async publicKey(kid) {
      await fresh(known.has(kid) ? knownForMs : lookAgainMs);
      return believed().all.find(({ record }) => record.id === kid)?.publicKey ?? null;
    },
    async published() {
      await signingKey();
      return believed().all.map(({ record }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: record.publicKey,
        kid: record.id,
        alg: 'EdDSA',
        use: 'sig',
      }));
    },
    async rotate({ withdraw = false } = {}) {
      const activeFrom = isoTime(withdraw ? clock() : clock() + 2 * knownForMs);
      return { kid: (await make(activeFrom, withdraw)).id };
    },
  };
}
