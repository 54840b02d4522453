/**
 * API keys: made here, shown once, stored as hashes. Their prefixes: shared/base/credential-prefixes.ts. A key records
 * who made it: it belongs to the tenant and stays when that person leaves; it is listed among their keys then.
 */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { TenantStore } from '../../store/contract.ts';
import { newCredential } from '../credentials/new-id.ts';
import type { Revocations } from '../credentials/revocations.ts';
import { credentialHash } from '../credentials/secrets.ts';
import { type ApiKeyRecord, apiKeys } from './tables.ts';

/** Maximum number of keys in one list. */
const keysShownMax = 1_000;

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Absent: the role `owner`. */
  readonly roles?: readonly string[];
  /** ISO 8601; absent or null: good until it is revoked. */
  readonly expiresAt?: string | null;
  /** Absent: administration on the machine itself. */
  readonly maker?: Actor;
}

export interface Credentials {
  /** The key itself is not stored: `apiKey` can be shown only here. */
  createKey(tenant: TenantRecord, options: NewKey): Promise<{ id: string; apiKey: string; scopes: readonly string[] }>;
  /** Refuses with `not_found`; a key that was revoked before keeps its time. */
  revokeKey(id: string): Promise<Result<{ id: string }>>;
  /** Also a key that was revoked or has expired. */
  findKey(apiKey: string): Promise<ApiKeyRecord | null>;
  /** Also a key that was revoked or has expired. */
  keyById(id: string): Promise<ApiKeyRecord | null>;
  /** Keys of a maker that still open something, newest first. @param maker as the log names actors */
  keysMadeBy(tenant: string, maker: string): Promise<readonly ApiKeyRecord[]>;
  /** Newest first, also those that are revoked. */
  listKeys(tenant: string): Promise<readonly ApiKeyRecord[]>;
}

/** @param maker as the log names actors */
export async function keysMadeBy(
  control: TenantStore,
  clock: Clock,
  tenant: string,
  maker: string,
): Promise<readonly ApiKeyRecord[]> {
  const rows = await control.find(apiKeys, {
    where: where({ tenant, maker, revokedAt: null }),
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: keysShownMax,
  });
  const now = isoTime(clock());
  return rows.filter(({ expiresAt }) => !expiresAt || expiresAt >= now);
}

export function openCredentials(control: TenantStore, clock: Clock, revocations: Revocations): Credentials {
  const actor = 'system:credentials';
  const value = <T>(result: Result<{ value: T }>): T => {
    if (!result.ok) throw new Error(`credential not stored: ${result.errors[0].message}`);
    return result.value.value;
  };
  return {
    async createKey(tenant, { name, scopes, roles = ['owner'], expiresAt = null, maker }) {
      const apiKey = newCredential(tenant.sandboxOf ? 'sandboxKey' : 'liveKey');
      const made = await control.commit(actor, async (tx) =>
        ok(
          await tx.create('api_keys', {
            tenant: tenant.id,
            name,
            hash: credentialHash(apiKey),
            scopes: [...scopes],
            roles: [...roles],
            maker: maker ? actorName(maker) : 'system:administration',
            makerLabel: maker?.label ?? null,
            grant: maker?.grant ?? null,
            expiresAt,
            revokedAt: null,
          }),
        ),
      );
      return { id: value(made).id, apiKey, scopes };
    },
    async revokeKey(id) {
      const done = await control.commit(actor, async (tx) => {
        const key = await tx.get('api_keys', id);
        if (!key) return refuse({ code: 'not_found', message: 'No API key has this ID. Check the ID.' });
        if (key['revokedAt'] === null) await tx.update('api_keys', id, { revokedAt: tx.now });
        return ok({ id });
      });
      if (!done.ok) return done;
      revocations.announce(`key:${id}`);
      return ok(done.value.value);
    },
    findKey: async (apiKey) => await control.findOne(apiKeys, { hash: credentialHash(apiKey) }),
    keyById: async (id) => await control.get(apiKeys, id),
    keysMadeBy: (tenant, maker) => keysMadeBy(control, clock, tenant, maker),
    listKeys: async (tenant) =>
      await control.find(apiKeys, {
        where: where({ tenant }),
        sort: [{ path: 'createdAt', direction: 'desc' }],
        limit: keysShownMax,
      }),
  };
}
