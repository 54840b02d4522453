/** `/api/v1/sso/saml`: what a tenant's administration sets of its identity provider. */
import type { Request, Response } from 'express';
import { isObject } from '#shared/base/json.ts';
import { validate } from '#shared/schema/validate.ts';
import { administratorOf } from '../../http/administrator-of.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { providerFields, shownProvider } from '../../identity/sso/provider-settings.ts';
import type { SamlParts } from './saml-parts.ts';

export function providerSettings({ access: { audits, providers, sso }, platform }: SamlParts) {
  async function show(request: Request, response: Response): Promise<void> {
    const { tenant } = administratorOf(request);
    valueOrRefusal(sso.checkPlan(tenant));
    const provider = await providers.find(tenant.id);
    const service = sso.addressesOf(tenant);
    response.json({ data: { service, provider: provider && shownProvider(provider) }, meta: {} });
  }

  async function set(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administratorOf(request);
    valueOrRefusal(sso.checkPlan(tenant));
    const body: unknown = request.body ?? {};
    const mode = (await providers.find(tenant.id)) ? 'update' : 'create';
    const given = valueOrRefusal(validate(providerFields, body, { mode }));
    const asked = isObject(body) ? Object.fromEntries(Object.entries(given).filter(([name]) => name in body)) : {};
    const { collections } = await platform.registry(tenant.id);
    const provider = valueOrRefusal(await providers.set(actor, tenant, asked, collections));
    const shown = shownProvider(provider);
    const { mayGive, ownersMayJoin, waitsForOwner } = shown;
    const detail = { fields: Object.keys(asked), mayGive, ownersMayJoin, waitsForOwner };
    await audits.record(actor, { action: 'sso.set', subject: provider.entityId, detail });
    response.json({ data: { service: sso.addressesOf(tenant), provider: shown }, meta: {} });
  }

  async function remove(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administratorOf(request);
    const before = await providers.find(tenant.id);
    if (!(before && (await providers.remove(tenant.id)))) throw refusal('not_found', 'No identity provider is set.');
    await audits.record(actor, { action: 'sso.removed', subject: before.entityId });
    response.json({ data: { removed: true }, meta: {} });
  }

  return { show, set, remove };
}
