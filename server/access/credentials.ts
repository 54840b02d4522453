/**
 * API keys, console sessions and login links: made here, shown once, stored as hashes. What each begins with stands in
 * shared/base/credential-prefixes.ts.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { TenantStore } from '../store/contract.ts';
import type { ApiKeyRecord, SessionRecord, TenantRecord } from '../tenants/control.ts';
import { newCredential } from './new-id.ts';
import type { Revocations } from './revocations.ts';
import { credentialHash } from './secrets.ts';

/** Of one tenant in a list. */
const keysShownMax = 1_000;
const loginLinkMs = hourMs;
const sessionMs = 7 * dayMs;

export interface Credentials {
  createKey(
    tenant: TenantRecord,
    options: { name: string; scopes: readonly string[]; roles?: readonly string[]; expiresAt?: string | null },
  ): Promise<{ id: string; apiKey: string; scopes: readonly string[] }>;
  revokeKey(id: string): Promise<Result<{ id: string }>>;
  /** @returns the one-time token for `/console/?login=…`, good for an hour */
  createLoginLink(tenant: TenantRecord): Promise<string>;
  /** Turns the one-time token into a session; a used or old one is refused. */
  redeemLoginLink(token: string): Promise<Result<{ session: string; expiresAt: string; tenant: string }>>;
  findKey(apiKey: string): Promise<ApiKeyRecord | null>;
  keyById(id: string): Promise<ApiKeyRecord | null>;
  /** Newest first, also those that are revoked. */
  listKeys(tenant: string): Promise<readonly ApiKeyRecord[]>;
  findSession(session: string): Promise<SessionRecord | null>;
}

export function openCredentials(control: TenantStore, clock: Clock, revocations: Revocations): Credentials {
  const actor = 'system:credentials';
  const value = <T>(result: Result<{ value: T }>): T => {
    if (!result.ok) throw new Error(`credential not stored: ${result.errors[0].message}`);
    return result.value.value;
  };
  return {
    async createKey(tenant, { name, scopes, roles = ['owner'], expiresAt = null }) {
      const apiKey = newCredential(tenant.sandboxOf ? 'sandboxKey' : 'liveKey');
      const made = await control.commit(actor, async (tx) =>
        ok(
          await tx.create('api_keys', {
            tenant: tenant.id,
            name,
            hash: credentialHash(apiKey),
            scopes: [...scopes],
            roles: [...roles],
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
        if (!key) return refuse({ code: 'not_found', message: 'There is no API key with this id.' });
        if (key['revokedAt'] === null) await tx.update('api_keys', id, { revokedAt: tx.now });
        return ok({ id });
      });
      if (!done.ok) return done;
      revocations.announce(`key:${id}`);
      return ok(done.value.value);
    },
    async createLoginLink(tenant) {
      const token = newCredential('loginLink');
      const made = await control.commit(actor, async (tx) =>
        ok(
          await tx.create('sessions', {
            tenant: tenant.id,
            kind: 'login_link',
            hash: credentialHash(token),
            expiresAt: isoTime(clock() + loginLinkMs),
            usedAt: null,
          }),
        ),
      );
      value(made);
      return token;
    },
    async redeemLoginLink(token) {
      const session = newCredential('session');
      const redeemed = await control.commit(actor, async (tx) => {
        const link = (await tx.findOne('sessions', { hash: credentialHash(token) })) as SessionRecord | null;
        if (link?.kind !== 'login_link' || link.usedAt || link.expiresAt < isoTime(clock()))
          return refuse({
            code: 'unauthenticated',
            message:
              'This login link was used already or is too old. Restart the server, or make a new one with: npm run -s gatehouse -- login.',
          });
        await tx.update('sessions', link.id, { usedAt: tx.now });
        const expiresAt = isoTime(clock() + sessionMs);
        await tx.create('sessions', {
          tenant: link.tenant,
          kind: 'session',
          hash: credentialHash(session),
          expiresAt,
          usedAt: null,
        });
        return ok({ session, expiresAt, tenant: link.tenant });
      });
      return redeemed.ok ? ok(redeemed.value.value) : redeemed;
    },
    findKey: async (apiKey) =>
      (await control.findOne('api_keys', { hash: credentialHash(apiKey) })) as ApiKeyRecord | null,
    keyById: async (id) => (await control.get('api_keys', id)) as ApiKeyRecord | null,
    listKeys: async (tenant) =>
      (await control.find('api_keys', {
        where: where({ tenant }),
        sort: [{ path: 'createdAt', direction: 'desc' }],
        limit: keysShownMax,
      })) as unknown as readonly ApiKeyRecord[],
    async findSession(session) {
      const found = (await control.findOne('sessions', { hash: credentialHash(session) })) as SessionRecord | null;
      return found?.kind === 'session' ? found : null;
    },
  };
}
