/** Apps that people let in: made by a tenant's administration, or registered by themselves (RFC 7591). */
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import type { TenantStore, Transaction } from '../store/contract.ts';
import type { OAuthClientRecord } from '../tenants/oauth.ts';
import { newCredential } from './new-id.ts';
import { credentialHash } from './secrets.ts';

/** Of all that registered themselves; a stranger must not fill the disk. */
export const selfRegisteredMax = 10_000;
const shownMax = 500;
const pageRows = 500;
const actor = 'system:oauth';

export interface NewClient {
  readonly tenant: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** A program that can keep a secret. */
  readonly confidential: boolean;
}

export interface OAuthClients {
  create(client: NewClient): Promise<Result<{ readonly client: OAuthClientRecord; readonly secret: string | null }>>;
  find(id: string): Promise<OAuthClientRecord | null>;
  list(tenant: string): Promise<readonly OAuthClientRecord[]>;
  /** With every grant it was given. */
  remove(id: string): Promise<void>;
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/[^\s#]*)?$/;

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

/** As registered, character by character; of a loopback address the port may be another (RFC 8252 section 7.3). */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const portless = (text: string) => text.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?/, '$1');
  return loopback.test(uri) && registered.some((one) => loopback.test(one) && portless(one) === portless(uri));
}

export function openOAuthClients(control: TenantStore): OAuthClients {
  async function commit<T>(plan: (tx: Transaction) => Promise<Result<T>>): Promise<Result<T>> {
    const done = await control.commit(actor, plan);
    return done.ok ? ok(done.value.value) : done;
  }
  return {
    create({ confidential, ...values }) {
      const secret = confidential ? newCredential('clientSecret') : null;
      return commit(async (tx) => {
        if (values.tenant === null && (await tx.count('oauth_clients', where({ tenant: null }))) >= selfRegisteredMax)
          return refuse({ code: 'overloaded', message: 'No more apps can register themselves here.' });
        const secretHash = secret === null ? null : credentialHash(secret);
        const lists = { redirectUris: [...values.redirectUris], scopes: [...values.scopes] };
        const made = await tx.create('oauth_clients', { ...values, ...lists, secretHash });
        return ok({ client: made as unknown as OAuthClientRecord, secret });
      });
    },
    find: async (id) => (isId(id) ? ((await control.get('oauth_clients', id)) as OAuthClientRecord | null) : null),
    list: async (tenant) =>
      (await control.find('oauth_clients', {
        where: where({ tenant }),
        limit: shownMax,
      })) as unknown as readonly OAuthClientRecord[],
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
