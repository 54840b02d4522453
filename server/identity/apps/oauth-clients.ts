/**
 * Apps that people let in: made by a tenant's administration, or registered by themselves (RFC 7591). One that registered
 * itself and was allowed nothing within a day is gone; where there are too many, the oldest that was never used makes room.
 */

import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, dayMs } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { newCredential } from '../credentials/new-id.ts';
import { credentialHash } from '../credentials/secrets.ts';
import { type OAuthClientRecord, oauthClients } from './tables.ts';

/** Maximum number of apps that registered themselves; a stranger must not fill the disk. */
export const selfRegisteredMax = 10_000;
/** Time after which an app that registered itself and was allowed nothing is gone, in ms. */
export const unusedMs = dayMs;
/** Maximum number of apps looked at in one registration; later registrations look at the rest. */
const tidiedAtOnce = 100;
const shownMax = 500;
const pageRows = 500;
const actor = 'system:oauth';

export interface NewClient {
  /** Id. Null: the app registers itself, for any tenant. */
  readonly tenant: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** A program that can keep a secret. */
  readonly confidential: boolean;
}

export interface OAuthClients {
  /**
   * @returns the app with its secret, which is not stored; null for an app that is not confidential. Refuses with `overloaded`
   *   where too many apps registered themselves
   */
  create(client: NewClient): Promise<Result<{ readonly client: OAuthClientRecord; readonly secret: string | null }>>;
  /** @returns null also for an app that registered itself and was allowed nothing for longer than `unusedMs` */
  find(id: string): Promise<OAuthClientRecord | null>;
  /** At most 500. */
  list(tenant: string): Promise<readonly OAuthClientRecord[]>;
  /** Removes an app with every grant it was given. */
  remove(id: string): Promise<void>;
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^\s#]*)?$/;

/** Maximum number of redirect addresses of one app. */
export const redirectUrisMax = 20;

/** https, a loopback address of a program on the same machine, or an app's own scheme (RFC 8252). No fragment. */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > 2_000 || /[\s#\\<>"]/.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, username, password, hostname } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return hostname !== '' && !uri.includes('/../');
  if (protocol === 'http:') return loopback.test(uri);
  // An app's own scheme is a domain of its maker, turned round: `org.example.app:/callback`.
  return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[^/]/.test(uri);
}

/** Whether exactly this address is registered; a loopback address may have another port (RFC 8252 section 7.3). */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const portless = (text: string) => text.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?/, '$1');
  return loopback.test(uri) && registered.some((one) => loopback.test(one) && portless(one) === portless(uri));
}

/** Deletes up to 100 unused apps: those that are too old, and of too many the oldest. @returns how many are left */
async function makeRoom(tx: Transaction, nowMs: number): Promise<number> {
  const all = await tx.count('oauth_clients', where({ tenant: null }));
  const sort = [{ path: 'createdAt', direction: 'asc' }] as const;
  const oldest = await tx.find('oauth_clients', {
    where: where({ tenant: null, grantedAt: null }),
    sort,
    limit: tidiedAtOnce,
  });
  let left = all;
  for (const client of oldest) {
    const isOld = Date.parse(client.createdAt) < nowMs - unusedMs;
    if (!isOld && left < selfRegisteredMax) break;
    const grant = await tx.findOne('oauth_grants', { client: client.id });
    // The app was allowed something before clients had `grantedAt`.
    if (grant) await tx.update('oauth_clients', client.id, { grantedAt: grant.createdAt });
    else {
      await tx.delete('oauth_clients', client.id);
      left -= 1;
    }
  }
  return left;
}

export function openOAuthClients(control: TenantStore, clock: Clock): OAuthClients {
  async function commit<T>(plan: (tx: Transaction) => Promise<Result<T>>): Promise<Result<T>> {
    const done = await control.commit(actor, plan);
    return done.ok ? ok(done.value.value) : done;
  }
  return {
    create({ confidential, ...values }) {
      const secret = confidential ? newCredential('clientSecret') : null;
      return commit(async (tx) => {
        if (values.tenant === null && (await makeRoom(tx, clock())) >= selfRegisteredMax)
          return refuse({
            code: 'overloaded',
            message: 'No more apps can register themselves at the moment. Try again later.',
          });
        const secretHash = secret === null ? null : credentialHash(secret);
        const lists = { redirectUris: [...values.redirectUris], scopes: [...values.scopes] };
        const made = await tx.create(oauthClients, { ...values, ...lists, secretHash, grantedAt: null });
        return ok({ client: made, secret });
      });
    },
    async find(id) {
      const client = isId(id) ? await control.get(oauthClients, id) : null;
      if (!client || client.tenant !== null || client.grantedAt !== null) return client;
      const isOld = Date.parse(client.createdAt) < clock() - unusedMs;
      return isOld && !(await control.findOne('oauth_grants', { client: id })) ? null : client;
    },
    list: async (tenant) =>
      await control.find(oauthClients, {
        where: where({ tenant }),
        limit: shownMax,
      }),
    async remove(id) {
      const done = await commit(async (tx) => {
        for (;;) {
          const rows = await tx.find('oauth_grants', { where: where({ client: id }), limit: pageRows });
          for (const row of rows) await tx.delete('oauth_grants', row.id);
          if (rows.length < pageRows) break;
        }
        await tx.delete('oauth_clients', id);
        return ok(null);
      });
      must(done.ok || null, 'the control store takes writes');
    },
  };
}
