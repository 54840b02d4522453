/** Administration of kiosks over HTTP for organizers: create a pairing code, revoke a kiosk. Kiosks use `replication`. */
import type { Request } from 'express';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Actor, actorName } from '../../core/policy/actor.ts';
import { mayPair } from '../../core/policy/may-grant.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { identityOf } from '../../http/caller-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Audits } from '../../identity/audits.ts';
import type { Kiosks } from '../../identity/kiosks/kiosks.ts';

const pairingCodeRequest = [
  { name: 'event', type: 'text', required: true, maxLength: 36 },
  { name: 'gate', type: 'text', maxLength: 64, note: 'Its key or its ID. Not needed with `exhibitor`.' },
  {
    name: 'exhibitor',
    type: 'text',
    maxLength: 36,
    note: 'With the role `exhibitor`: the ID of the exhibitor whose leads the device works on.',
  },
  { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor', 'box'], default: 'gate' },
] as const satisfies readonly Field[];

/** Returns the actor, who may pair and revoke kiosks, with its tenant; throws the refusal where it may not. */
function pairing(request: Request): { readonly actor: Actor; readonly tenant: TenantRecord } {
  const { actor, tenant } = identityOf(request);
  const denied = mayPair(actor);
  if (denied) throw new RefusalError([denied]);
  return { actor, tenant };
}

export function mountKioskAdministration(kiosks: Kiosks, audits: Audits): Mount {
  return {
    name: 'kiosk-administration',
    mount(app, steps) {
      app.post('/api/v1/kiosks/pairing-codes', steps.identified, steps.json, async (request, response) => {
        const { actor, tenant } = pairing(request);
        const { event, exhibitor, gate, role } = valueOrRefusal(
          validate(pairingCodeRequest, request.body ?? {}, { mode: 'create' }),
        );
        const maker = actorName(actor);
        const asked = { event, exhibitor, gate, role: role ?? 'gate', maker } as const;
        const made = valueOrRefusal(await kiosks.createPairingCode(tenant, asked));
        const detail = { event, exhibitor, gate, role: role ?? 'gate' };
        await audits.record(actor, { action: 'kiosk.invited', subject: gate ?? exhibitor ?? event, detail });
        response.status(201).json({ data: made, meta: {} });
      });
      app.post('/api/v1/kiosks/:id/revoke', steps.identified, async (request, response) => {
        const { actor, tenant } = pairing(request);
        const id = String(request.params['id']);
        // Looked up in the caller's tenant: a kiosk of another tenant is answered as unknown.
        if (!(await kiosks.belongsTo(id, tenant.id))) throw refusal('not_found', 'No kiosk has this ID. Check the ID.');
        const revoked = valueOrRefusal(await kiosks.revoke(id));
        await audits.record(actor, { action: 'kiosk.revoked', subject: id });
        response.json({ data: revoked, meta: {} });
      });
    },
  };
}
