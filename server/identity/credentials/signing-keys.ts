/**
 * The Ed25519 keys that access tokens are signed with. A new one takes over every thirty days; it is published before it
 * signs, and the old one is believed for as long as its last token lives. Withdrawing the keys ends all their tokens.
 */

import type { KeyObject } from 'node:crypto';
import { type Clock, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Secrets } from './secrets.ts';
import { keptMax, keyLifeMs, privateKeyOf, publicKeyOf, storeNewKey } from './signing-key-pairs.ts';
import { type SigningKeyRecord, signingKeys } from './tables.ts';
import { longestTokenMs } from './token-lives.ts';

/** Time in ms for which processes may rely on the keys they know; a new key is published for twice that before it signs. */
export const knownForMs = minuteMs;
/** Time for which a replaced key is trusted: its last token lives so long, and another process may sign a little longer. */
export const believedAfterMs = longestTokenMs + knownForMs;
/** An unknown key id makes us read the keys again, at most this often. */
const lookAgainMs = secondMs;

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
  /** @param withdraw all earlier keys end at once, with every token they signed; otherwise the new key signs in two minutes */
  rotate(options?: { readonly withdraw?: boolean }): Promise<{ readonly kid: string }>;
}

interface Known {
  readonly record: SigningKeyRecord;
  readonly publicKey: KeyObject;
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

  /** The newest that may sign, and all that sign, will sign, or signed what may still be good. */
  function believed(): { readonly signing: Known | undefined; readonly all: readonly Known[] } {
    const ordered = good();
    const now = isoTime(clock());
    const signing = ordered.find(({ record }) => record.activeFrom <= now);
    const all = ordered.filter((_key, i) => {
      // A key signed until the next one took over.
      const next = ordered[i - 1];
      return next === undefined || next.record.activeFrom > isoTime(clock() - believedAfterMs);
    });
    return { signing, all };
  }

  async function make(activeFrom: string, withdraw: boolean): Promise<SigningKeyRecord> {
    const made = await storeNewKey(control, secrets, { id: newId(), activeFrom, withdraw, nowMs: clock() });
    await look();
    return made;
  }

  async function signingKey(): Promise<Known> {
    await fresh(knownForMs);
    const found = believed().signing;
    const newest = good()[0]?.record.activeFrom;
    // The next key is made while the present one may still sign: no caller waits, and all processes know it when it begins.
    if (found && newest !== undefined && newest > isoTime(clock() - keyLifeMs)) return found;
    await make(isoTime(found ? clock() + 2 * knownForMs : clock()), false);
    const made = found ?? believed().signing;
    if (!made) throw new Error('a signing key was made and is not there');
    return made;
  }

  return {
    async current() {
      const { record } = await signingKey();
      return { kid: record.id, privateKey: privateKeyOf(record, secrets) };
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
