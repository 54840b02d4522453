/** Apps: made by administration, or registering themselves (RFC 7591). */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { administrativeAreas, scopePattern } from '#shared/modules/auth/roles.ts';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import { findUnknownScope } from '../../core/policy/known-scopes.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { mayAdminister } from '../../core/policy/policy.ts';
import { addressOf } from '../../http/client-address.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { isRedirectUri } from '../../identity/apps/oauth-clients.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import type { OAuthParts } from './mount-authorize.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';

const redirectUrisMax = 20;
/** What an app that registered itself may ask a person for; never administration. */
export const selfScopes: readonly string[] = ['*:read', '*:write'];

const clientFields = [
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'redirectUris', type: 'array', of: 'text', required: true, maxItems: redirectUrisMax, maxLength: 2_000 },
  { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 100, maxLength: 120 },
  { name: 'confidential', type: 'boolean', default: true },
] as const satisfies readonly Field[];

function isForSelfRegistered(scope: string): boolean {
  return scopePattern.test(scope) && !administrativeAreas.has(scope.split(':')[0] ?? '');
}

function shown({ id, name, redirectUris, scopes, secretHash, createdAt }: OAuthClientRecord) {
  return { id, name, redirectUris, scopes, confidential: secretHash !== null, createdAt };
}

function textsIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

export function mountClients({ access, clock, platform }: OAuthParts): Mount {
  const { clients, registrations } = access.oauth;

  function administered(request: Request) {
    const actor = must(request.actor, 'an identified request');
    const denied = mayAdminister(actor);
    if (denied) throw new RefusalError([denied]);
    return { actor, tenant: must(request.tenant, 'an identified request') };
  }

  async function create(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administered(request);
    const given = valueOrRefusal(validate(clientFields, request.body ?? {}, { mode: 'create' }));
    const { name, redirectUris, scopes } = given;
    const badUri = redirectUris.findIndex((uri) => !isRedirectUri(uri));
    if (redirectUris.length === 0 || badUri >= 0)
      throw refusal('invalid_url', 'Send addresses with https, of this computer, or with an app’s own scheme.', {
        path: `redirectUris[${Math.max(0, badUri)}]`,
      });
    const registry = await platform.registry(tenant.id);
    const unknown = findUnknownScope(scopes, registry);
    if (scopes.length === 0 || unknown)
      throw refusal(
        'scope_unknown',
        'A scope must be <area>:read or <area>:write. The area is a module or a collection.',
        {
          path: `scopes[${unknown?.index ?? 0}]`,
        },
      );
    const beyond = mayGrant(actor, scopes, [], registry.collections);
    if (beyond) throw new RefusalError([beyond]);
    const confidential = given.confidential ?? true;
    const made = valueOrRefusal(await clients.create({ tenant: tenant.id, name, redirectUris, scopes, confidential }));
    await access.audits.record(actor, { action: 'app.created', subject: name, detail: { id: made.client.id, scopes } });
    const secret = made.secret === null ? {} : { clientSecret: made.secret };
    response.status(201).json({ data: { ...shown(made.client), ...secret }, meta: {} });
  }

  async function remove(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administered(request);
    const client = await clients.find(String(request.params['id']));
    if (client?.tenant !== tenant.id) throw refusal('not_found', 'No OAuth client has this ID.');
    await clients.remove(client.id);
    await access.audits.record(actor, { action: 'app.removed', subject: client.name, detail: { id: client.id } });
    response.json({ data: { id: client.id }, meta: {} });
  }

  async function register(request: Request, response: Response): Promise<void> {
    const allowed = await registrations.take('register', addressOf(request));
    if (!allowed.ok) throw new RefusalError(allowed.errors);
    const body: unknown = request.body;
    const given = isObject(body) ? body : {};
    const redirectUris = textsIn(given['redirect_uris']) ?? [];
    if (redirectUris.length === 0 || redirectUris.length > redirectUrisMax || !redirectUris.every(isRedirectUri))
      throw new OAuthError(
        'invalid_redirect_uri',
        'Send 1 to 20 addresses: with https, of this computer, or with an app’s own scheme.',
      );
    const method = given['token_endpoint_auth_method'] ?? 'client_secret_basic';
    if (!['none', 'client_secret_basic', 'client_secret_post'].includes(String(method)))
      throw new OAuthError(
        'invalid_client_metadata',
        '`token_endpoint_auth_method` must be none, client_secret_basic or client_secret_post.',
      );
    const grantTypes = textsIn(given['grant_types'] ?? ['authorization_code']);
    if (!grantTypes?.every((one) => one === 'authorization_code' || one === 'refresh_token'))
      throw new OAuthError('invalid_client_metadata', '`grant_types` must be authorization_code and refresh_token.');
    const asked = typeof given['scope'] === 'string' ? given['scope'].split(' ').filter((s) => s !== '') : selfScopes;
    const scopes = asked.filter(isForSelfRegistered).slice(0, 100);
    if (scopes.length === 0) throw new OAuthError('invalid_client_metadata', 'None of these scopes can be requested.');
    const name =
      typeof given['client_name'] === 'string' && given['client_name'].isWellFormed() ? given['client_name'] : '';
    const made = valueOrRefusal(
      await clients.create({
        tenant: null,
        name: name.replaceAll('\u0000', '').trim().slice(0, 120) || 'An app without a name',
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

  return {
    name: 'oauth-clients',
    mount(app, door) {
      app.get('/api/v1/oauth-clients', door.identified, async (request, response) => {
        const { tenant } = administered(request);
        response.json({ data: (await clients.list(tenant.id)).map(shown), meta: {} });
      });
      app.post('/api/v1/oauth-clients', door.identified, door.json, create);
      app.delete('/api/v1/oauth-clients/:id', door.identified, remove);
      app.post('/oauth/register', door.json, async (request, response) => {
        try {
          await register(request, response);
        } catch (fault) {
          if (!(fault instanceof OAuthError)) throw fault;
          answerOAuthError(response, fault);
        }
      });
    },
  };
}
