/**
 * SAML 2.0 over HTTP: what a tenant's administration sets, and the pages between a browser and an identity provider
 * (metadata, login by redirect, assertion consumer by POST, SAML bindings 2.0).
 */
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { isObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { validate } from '#shared/schema/validate.ts';
import type { Platform } from '../../core/platform.ts';
import { mayAdminister } from '../../core/policy/policy.ts';
import { addressOf } from '../../http/client-address.ts';
import type { Mount } from '../../http/door.ts';
import type { Log } from '../../http/log.ts';
import { mayConnect } from '../../http/origins.ts';
import { answerPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { readForm } from '../../http/read-form.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import type { Access } from '../../identity/open-access.ts';
import { providerFields, shownProvider } from '../../identity/sso/provider-settings.ts';
import { faultOf } from '../../identity/sso/saml-faults.ts';
import type { Offered } from '../../identity/sso/single-sign-on.ts';

export interface SamlParts {
  readonly access: Access;
  readonly platform: Pick<Platform, 'registry'>;
  readonly publicUrl: string;
  readonly log: Log;
}

/** A response of 256 KiB in base64, escaped as a form. */
const formBytesMax = 420 * 1024;
const path = '/api/v1/sso/saml';

const lookFields = [{ name: 'code', type: 'text', required: true, maxLength: 200 }] as const satisfies readonly Field[];
const redeemFields = [
  ...lookFields,
  { name: 'verifier', type: 'text', maxLength: 128 },
] as const satisfies readonly Field[];

export function mountSaml({ access, platform, publicUrl, log }: SamlParts): Mount {
  const { audits, people, providers, sso } = access;

  function administered(request: Request) {
    const actor = must(request.actor, 'an identified request');
    const denied = mayAdminister(actor);
    if (denied) throw new RefusalError([denied]);
    return { actor, tenant: must(request.tenant, 'an identified request') };
  }

  async function show(request: Request, response: Response): Promise<void> {
    const { tenant } = administered(request);
    valueOrRefusal(sso.checkPlan(tenant));
    const provider = await providers.find(tenant.id);
    const service = sso.addressesOf(tenant);
    response.json({ data: { service, provider: provider && shownProvider(provider) }, meta: {} });
  }

  async function set(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = administered(request);
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
    const { actor, tenant } = administered(request);
    const before = await providers.find(tenant.id);
    if (!(before && (await providers.remove(tenant.id)))) throw refusal('not_found', 'No identity provider is set.');
    await audits.record(actor, { action: 'sso.removed', subject: before.entityId });
    response.json({ data: { removed: true }, meta: {} });
  }

  async function offered(request: Request): Promise<Offered> {
    const found = await sso.offered(String(request.params['slug']).slice(0, 60), request.sandbox);
    if (!found) throw refusal('not_found', 'No single sign-on was found at this address. Check the link.');
    return found;
  }

  /** With the challenge of the page that begins; without one, to that page. */
  async function login(request: Request, response: Response): Promise<void> {
    const here = await offered(request);
    const asked = new URLSearchParams(queryTextOf(request));
    const challenge = asked.get('challenge') ?? '';
    const { slug } = here.tenant;
    if (!/^[\w-]{43}$/.test(challenge))
      return response.redirect(303, `${publicUrl}${request.sandbox ? '/sandbox' : ''}/console/?tenant=${slug}`);
    const goesTo = asked.get('to') ?? '';
    const begun = await sso.begin(here, { challenge, goesTo, carried: null }, addressOf(request));
    response.redirect(303, valueOrRefusal(begun));
  }

  async function consume(request: Request, response: Response): Promise<void> {
    const here = await offered(request);
    const form = await readForm(request, formBytesMax);
    const answered = { response: form.get('SAMLResponse') ?? '', relayState: form.get('RelayState') ?? null };
    const done = await sso.answer(here, answered, addressOf(request));
    if (done.ok) return response.redirect(303, done.value);
    const reason = faultOf(done);
    log.info('single sign-on refused', { id: request.id, tenant: here.tenant.slug, reason });
    answerPage(response, {
      status: 403,
      title: 'You are not logged in',
      gate: 'locked',
      problem: done.errors[0].message,
      body: `<p>For your administrator: <code>${escapeHtml(reason)}</code></p>
<p class="acts"><a class="btn primary" href="${escapeHtml(publicUrl)}${request.sandbox ? '/sandbox' : ''}/console/?tenant=${escapeHtml(here.tenant.slug)}">Go to the login page</a></p>`,
    });
  }

  async function redeem(request: Request, response: Response): Promise<void> {
    if (!mayConnect(request, publicUrl)) throw refusal('origin_refused', 'Pages of other origins cannot log in here.');
    const { code, verifier } = valueOrRefusal(validate(redeemFields, request.body ?? {}, { mode: 'create' }));
    const { found, endsAt } = valueOrRefusal(await sso.redeem(code, verifier ?? null, request.sandbox));
    response.json({ data: await people.logIn(found, { how: 'sso', from: addressOf(request), endsAt }), meta: {} });
  }

  /** Before a code is redeemed: whether the person has to be asked, and what about. */
  async function look(request: Request, response: Response): Promise<void> {
    if (!mayConnect(request, publicUrl)) throw refusal('origin_refused', 'Pages of other origins cannot log in here.');
    const { code } = valueOrRefusal(validate(lookFields, request.body ?? {}, { mode: 'create' }));
    response.json({ data: valueOrRefusal(await sso.look(code, request.sandbox)), meta: {} });
  }

  return {
    name: 'saml',
    mount(app, door) {
      app.get(path, door.identified, show);
      app.patch(path, door.identified, door.json, set);
      app.delete(path, door.identified, remove);
      app.get('/api/v1/auth/sso/:slug', async (request, response) => {
        const found = await sso.offered(String(request.params['slug']).slice(0, 60), request.sandbox);
        const data = found ? { offered: true, loginUrl: sso.addressesOf(found.tenant).loginUrl } : { offered: false };
        response.json({ data, meta: {} });
      });
      app.post('/api/v1/auth/sso/look', door.json, look);
      app.post('/api/v1/auth/sso/redeem', door.json, redeem);
      app.get('/auth/saml/:slug/metadata', async (request, response) => {
        response.type('application/samlmetadata+xml').send(await sso.metadata(await offered(request)));
      });
      app.get('/auth/saml/:slug/login', login);
      app.post('/auth/saml/:slug/acs', consume);
    },
  };
}
