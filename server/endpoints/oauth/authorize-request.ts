/** Checks the query of `/oauth/authorize`. A wrong client or redirect address is shown on a page and never sent to an app. */
import { isObject } from '#shared/base/json.ts';
import { scopePattern } from '#shared/modules/auth/roles.ts';
import { hasScope } from '../../core/policy/actor.ts';
import { isRegistered } from '../../identity/apps/oauth-clients.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import type { OAuthAccess } from '../../identity/open-access.ts';
import { OAuthError } from './oauth-error.ts';

const stateCharsMax = 1_000;
const scopesMax = 100;
/** Time limit for a person on each of the two pages, in ms. */
export const pageMs = 10 * 60_000;

/** Purpose of the stamp on the request that the login page carries on. */
export const requestPurpose = 'oauth-authorize';

export interface AuthorizeRequest {
  readonly client: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The app's own text, which is sent back to it; null: it sent none. */
  readonly state: string | null;
  /** PKCE, S256. */
  readonly challenge: string;
  readonly sandbox: boolean;
}

export type Params = ReadonlyMap<string, string>;

/** Throws OAuthError where a parameter stands twice (RFC 6749 section 3.1). */
export function paramsOf(query: string): Params {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (params.has(name)) throw new OAuthError('invalid_request', `${name.slice(0, 50)} was sent more than once.`);
    params.set(name, value);
  }
  return params;
}

/** Throws OAuthError: the page shows it, because no client is known to send it to. */
export async function knownClient(
  { clients }: OAuthAccess,
  params: Params,
): Promise<{ readonly client: OAuthClientRecord; readonly redirectUri: string }> {
  const client = await clients.find(params.get('client_id') ?? '');
  if (!client) throw new OAuthError('invalid_client', 'This app is not registered here.');
  const redirectUri = params.get('redirect_uri') ?? '';
  if (!isRegistered(client.redirectUris, redirectUri))
    throw new OAuthError('invalid_request', 'The app sent a redirect address that it has not registered.');
  return { client, redirectUri };
}

/** Throws OAuthError where `resource` is no address of this server: its tokens are for it alone (RFC 8707). */
export function checkResource(params: Params, base: string): void {
  const resource = params.get('resource');
  const isHere = resource === undefined || resource === base || resource.startsWith(`${base}/`);
  if (!isHere || resource?.includes('#'))
    throw new OAuthError('invalid_target', '`resource` must be an address of this server.');
}

/** Throws OAuthError, to be sent back to the client. */
export function readRequest(
  params: Params,
  { client, redirectUri }: { readonly client: OAuthClientRecord; readonly redirectUri: string },
  { base, sandbox }: { readonly base: string; readonly sandbox: boolean },
): AuthorizeRequest {
  if (params.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', '`response_type` must be code.');
  const challenge = params.get('code_challenge') ?? '';
  if (challenge === '') throw new OAuthError('invalid_request', 'PKCE is required: send `code_challenge`.');
  if (params.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', '`code_challenge_method` must be S256.');
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', '`code_challenge` must be a SHA-256 in base64url.');
  const state = params.get('state') ?? null;
  if (state !== null && state.length > stateCharsMax) throw new OAuthError('invalid_request', '`state` is too long.');
  checkResource(params, base);
  const asked = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const scopes = asked.length === 0 ? [...client.scopes] : [...new Set(asked)];
  // An app that may ask for an area, or for all of them, may ask for a part of it.
  const registered = { scopes: new Set(client.scopes) };
  const strange = scopes.find((scope) => !scopePattern.test(scope) || !hasScope(registered, scope));
  if (strange !== undefined || scopes.length === 0 || scopes.length > scopesMax)
    throw new OAuthError('invalid_scope', `This app can request: ${client.scopes.join(' ')}.`.slice(0, 500));
  return { client: client.id, redirectUri, scopes, state, challenge, sandbox };
}

/** Stamps the hidden value of a form, so that it cannot be made up: both pages carry it on. */
export function stamped<T extends object>(access: OAuthAccess, purpose: string, value: T, nowMs: number): string {
  return access.stamp(purpose, JSON.stringify({ ...value, untilMs: nowMs + pageMs }));
}

/** Returns the value of a form; null where it was not stamped here for this purpose, or is older than `pageMs`. */
export function unstamped<T extends object>(
  access: OAuthAccess,
  purpose: string,
  text: string,
  nowMs: number,
): T | null {
  const payload = access.unstamp(purpose, text);
  const value: unknown = payload === null ? null : JSON.parse(payload);
  return isObject(value) && typeof value['untilMs'] === 'number' && value['untilMs'] >= nowMs ? (value as T) : null;
}
