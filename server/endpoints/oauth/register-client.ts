/** `POST /oauth/register`: an app registers itself (RFC 7591). */
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { administrativeAreas, scopePattern } from '#shared/modules/auth/roles.ts';
import { addressOf } from '../../http/client-address.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { isRedirectUri, redirectUrisMax } from '../../identity/apps/oauth-clients.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';
import type { OAuthParts } from './oauth-parts.ts';

/** Scopes of an app that registers itself and names none; it may ask for those of any area but the administrative ones. */
export const defaultScopes: readonly string[] = ['*:read', '*:write'];

function isForSelfRegistered(scope: string): boolean {
  return scopePattern.test(scope) && !administrativeAreas.has(scope.split(':')[0] ?? '');
}

function textsIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

interface Registration {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Authentication method of the app: one of the values of `token_endpoint_auth_method`. */
  readonly method: string;
}

/** Throws OAuthError. */
function readRegistration(body: unknown): Registration {
  const given = isObject(body) ? body : {};
  const redirectUris = textsIn(given['redirect_uris']) ?? [];
  if (redirectUris.length === 0 || redirectUris.length > redirectUrisMax || !redirectUris.every(isRedirectUri))
    throw new OAuthError(
      'invalid_redirect_uri',
      'Send 1 to 20 addresses: with https, of this computer, or with an app’s own scheme.',
    );
  const method = String(given['token_endpoint_auth_method'] ?? 'client_secret_basic');
  if (!['none', 'client_secret_basic', 'client_secret_post'].includes(method))
    throw new OAuthError(
      'invalid_client_metadata',
      '`token_endpoint_auth_method` must be none, client_secret_basic or client_secret_post.',
    );
  const grantTypes = textsIn(given['grant_types'] ?? ['authorization_code']);
  if (!grantTypes?.every((one) => one === 'authorization_code' || one === 'refresh_token'))
    throw new OAuthError('invalid_client_metadata', '`grant_types` must be authorization_code and refresh_token.');
  const asked = typeof given['scope'] === 'string' ? given['scope'].split(' ').filter((s) => s !== '') : defaultScopes;
  const scopes = asked.filter(isForSelfRegistered).slice(0, 100);
  if (scopes.length === 0) throw new OAuthError('invalid_client_metadata', 'None of these scopes can be requested.');
  const name =
    typeof given['client_name'] === 'string' && given['client_name'].isWellFormed() ? given['client_name'] : '';
  return {
    name: name.replaceAll('\u0000', '').trim().slice(0, 120) || 'An app without a name',
    redirectUris,
    scopes,
    method,
  };
}

/**
 * @returns the handler; it answers 201 with the client's id (and a secret unless the method is `none`), or an OAuth error, and
 *   throws the refusal where too many apps register
 */
export function registerClient({ access, clock }: Pick<OAuthParts, 'access' | 'clock'>) {
  const { clients, registrations } = access.oauth;

  async function register(request: Request, response: Response): Promise<void> {
    const allowed = await registrations.take('register', addressOf(request));
    if (!allowed.ok) throw new RefusalError(allowed.errors);
    const { method, name, redirectUris, scopes } = readRegistration(request.body);
    const made = valueOrRefusal(
      await clients.create({
        tenant: null,
        name,
        redirectUris,
        scopes,
        confidential: method !== 'none',
      }),
    );
    const secret = made.secret === null ? {} : { client_secret: made.secret, client_secret_expires_at: 0 };
    response.status(201).json({
      client_id: made.client.id,
      client_id_issued_at: Math.floor(clock() / 1_000),
      ...secret,
      client_name: made.client.name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: method,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: scopes.join(' '),
    });
  }

  return async (request: Request, response: Response): Promise<void> => {
    try {
      await register(request, response);
    } catch (fault) {
      if (!(fault instanceof OAuthError)) throw fault;
      answerOAuthError(response, fault);
    }
  };
}
