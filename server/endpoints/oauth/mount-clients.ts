/** HTTP for OAuth clients: administrators create, list and delete them; an app may register itself (register-client.ts). */
import type { Request, Response } from 'express';
import { validate } from '#shared/schema/validate.ts';
import { findUnknownScope } from '../../core/policy/known-scopes.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { administratorOf } from '../../http/administrator-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { clientFields } from '../../identity/apps/client-fields.ts';
import { isRedirectUri } from '../../identity/apps/oauth-clients.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import type { OAuthParts } from './oauth-parts.ts';
import { registerClient } from './register-client.ts';

function shown({ id, name, redirectUris, scopes, secretHash, createdAt }: OAuthClientRecord) {
  return { id, name, redirectUris, scopes, confidential: secretHash !== null, createdAt };
}

export function mountClients(parts: OAuthParts): Mount {
  const { access, platform } = parts;
  const { clients } = access.oauth;

  async function create(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administratorOf(request);
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
    const { actor, tenant } = administratorOf(request);
    const client = await clients.find(String(request.params['id']));
    if (client?.tenant !== tenant.id) throw refusal('not_found', 'No OAuth client has this ID.');
    await clients.remove(client.id);
    await access.audits.record(actor, { action: 'app.removed', subject: client.name, detail: { id: client.id } });
    response.json({ data: { id: client.id }, meta: {} });
  }

  return {
    name: 'oauth-clients',
    mount(app, steps) {
      app.get('/api/v1/oauth-clients', steps.identified, async (request, response) => {
        const { tenant } = administratorOf(request);
        response.json({ data: (await clients.list(tenant.id)).map(shown), meta: {} });
      });
      app.post('/api/v1/oauth-clients', steps.identified, steps.json, create);
      app.delete('/api/v1/oauth-clients/:id', steps.identified, remove);
      app.post('/oauth/register', steps.json, registerClient(parts));
    },
  };
}
