/** The console's way in: a one-time link becomes a session. */
import type { Credentials } from '../../access/credentials.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { isObject } from '#shared/base/json.ts';
import type { Directory } from '../../tenants/directory.ts';
import { must } from '#shared/base/assert.ts';
import type { Kiosks } from '../../access/kiosks.ts';

export function mountSession(credentials: Credentials, directory: Directory, kiosks: Kiosks): Mount {
  return {
    name: 'session',
    mount(app, door) {
      app.post('/api/v1/auth/redeem', door.json, async (request, response) => {
        const body: unknown = request.body;
        const token = isObject(body) ? body['token'] : undefined;
        if (typeof token !== 'string') throw refusal('required', 'Send {"token": "…"} from the login link.', { path: 'token' });
        const redeemed = await credentials.redeemLoginLink(token);
        if (!redeemed.ok) throw new RefusalError(redeemed.errors);
        response.setHeader('Cache-Control', 'no-store');
        response.json({ data: { session: redeemed.value.session, expiresAt: redeemed.value.expiresAt }, meta: {} });
      });
      app.get('/api/v1/auth/me', door.identified, async (request, response) => {
        const actor = must(request.actor, 'an identified request');
        const tenant = must(await directory.byId(actor.tenant), 'the tenant of an actor');
        response.json({
          data: { kind: actor.kind, scopes: [...actor.scopes], roles: [...actor.roles], tenant: { slug: tenant.slug, plan: tenant.plan, demo: tenant.demo } },
          meta: {},
        });
      });
      app.post('/api/v1/kiosks/pairing-codes', door.identified, door.json, async (request, response) => {
        const actor = must(request.actor, 'an identified request');
        if (actor.kind === 'kiosk' || !(actor.scopes.has('*') || actor.scopes.has('admin:write')))
          throw refusal('insufficient_scope', 'This needs the scope admin:write.', { detail: { scope: 'admin:write' } });
        const body = isObject(request.body) ? request.body : {};
        const { event, gate } = body;
        if (typeof event !== 'string' || typeof gate !== 'string')
          throw refusal('required', 'Send {"event": "<id>", "gate": "<key or id>"}.', { path: typeof event === 'string' ? 'gate' : 'event' });
        const tenant = must(request.tenant, 'an identified request');
        const made = await kiosks.createPairingCode(tenant, { event, gate });
        if (!made.ok) throw new RefusalError(made.errors);
        response.status(201).json({ data: made.value, meta: {} });
      });
      app.post('/api/v1/kiosks/:id/revoke', door.identified, async (request, response) => {
        const actor = must(request.actor, 'an identified request');
        if (actor.kind === 'kiosk' || !(actor.scopes.has('*') || actor.scopes.has('admin:write')))
          throw refusal('insufficient_scope', 'This needs the scope admin:write.', { detail: { scope: 'admin:write' } });
        const tenant = must(request.tenant, 'an identified request');
        const store = await directory.open(tenant);
        const id = String(request.params['id']);
        // Asked of the caller's own tenant first: another tenant's kiosk is not there.
        const done = (await store.get('kiosks', id)) ? await kiosks.revoke(id) : null;
        if (!done) throw refusal('not_found', 'There is no kiosk with this id.');
        if (!done.ok) throw new RefusalError(done.errors);
        response.json({ data: done.value, meta: {} });
      });
    },
  };
}
