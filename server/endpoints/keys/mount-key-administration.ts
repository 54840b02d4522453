/** HTTP for API keys: administrators create, list and revoke them. */
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { type Clock, parseTime } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { findUnknownScope } from '../../core/policy/known-scopes.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { administratorOf } from '../../http/administrator-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Audits } from '../../identity/audits.ts';
import type { Credentials } from '../../identity/keys/api-keys.ts';
import { keyFields } from '../../identity/keys/key-fields.ts';
import type { ApiKeyRecord } from '../../identity/keys/tables.ts';

export interface KeyAdministrationParts {
  readonly credentials: Credentials;
  readonly platform: Platform;
  readonly audits: Audits;
  readonly clock: Clock;
}

function shown({ id, name, scopes, roles, maker, makerLabel, createdAt, expiresAt, revokedAt }: ApiKeyRecord) {
  const madeBy = maker === null ? null : { actor: maker, label: makerLabel };
  return { id, name, scopes, roles, madeBy, createdAt, expiresAt, revokedAt };
}

export function mountKeyAdministration({ credentials, platform, audits, clock }: KeyAdministrationParts): Mount {
  /** Throws the refusal where a scope does not exist, or the key would have a right that the actor lacks. */
  async function check(actor: Actor, scopes: readonly string[], roles: readonly string[]): Promise<void> {
    const registry = await platform.registry(actor.tenant);
    const unknown = findUnknownScope(scopes, registry);
    if (unknown)
      throw refusal(
        'scope_unknown',
        'A scope must be <area>:read or <area>:write. The area is a module or a collection.',
        {
          path: `scopes[${unknown.index}]`,
          detail: { areas: unknown.areas },
        },
      );
    const denied = mayGrant(actor, scopes, roles, registry.collections, 'key');
    if (denied) throw new RefusalError([denied]);
  }

  return {
    name: 'key-administration',
    mount(app, steps) {
      app.get('/api/v1/api-keys', steps.identified, async (request, response) => {
        const { tenant } = administratorOf(request);
        response.json({ data: (await credentials.listKeys(tenant.id)).map(shown), meta: {} });
      });
      app.post('/api/v1/api-keys', steps.identified, steps.json, async (request, response) => {
        const { actor, tenant } = administratorOf(request);
        const given = valueOrRefusal(validate(keyFields, request.body ?? {}, { mode: 'create' }));
        const { name, scopes, expiresAt } = given;
        const roles = given.roles ?? [];
        await check(actor, scopes, roles);
        if (expiresAt !== null && must(parseTime(expiresAt), 'a checked time') <= clock())
          throw refusal('too_small', '`expiresAt` must be in the future.', {
            path: 'expiresAt',
          });
        const made = await credentials.createKey(tenant, { name, scopes, roles, expiresAt, maker: actor });
        await audits.record(actor, { action: 'key.created', subject: name, detail: { id: made.id, scopes, roles } });
        response.status(201).json({ data: { ...made, name, roles, expiresAt }, meta: {} });
      });
      app.post('/api/v1/api-keys/:id/revoke', steps.identified, async (request, response) => {
        const { actor, tenant } = administratorOf(request);
        const id = String(request.params['id']);
        const key = isId(id) ? await credentials.keyById(id) : null;
        // A key of another tenant is answered as unknown.
        if (key?.tenant !== tenant.id) throw refusal('not_found', 'No API key has this ID. Check the ID.');
        if (key.roles.includes('owner') && !actor.roles.has('owner'))
          throw refusal('owner_only', 'Only an owner can revoke a key with the role owner.');
        valueOrRefusal(await credentials.revokeKey(id));
        const left = await credentials.keysMadeBy(tenant.id, `key:${id}`);
        const keysLeft = left.map(({ id: made, name }) => ({ id: made, name }));
        const detail = { id, ...(keysLeft.length === 0 ? {} : { keysLeft }) };
        await audits.record(actor, { action: 'key.revoked', subject: key.name, detail });
        response.json({ data: { id }, meta: { keysLeft } });
      });
    },
  };
}
