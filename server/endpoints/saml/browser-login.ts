/**
 * The pages between a browser and an identity provider: metadata, login by redirect, assertion consumer by POST (SAML
 * bindings 2.0).
 */
import type { Request, Response } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { addressOf } from '../../http/client-address.ts';
import { answerPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { readForm } from '../../http/read-form.ts';
import { refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { faultOf } from '../../identity/sso/saml-faults.ts';
import type { Offered } from '../../identity/sso/service-provider.ts';
import type { SamlParts } from './saml-parts.ts';

/** Maximum size of the form, in bytes: a response of 256 KiB in base64, escaped as a form. */
const formBytesMax = 420 * 1024;
export function browserLogin({ access: { sso }, publicUrl, log }: SamlParts) {
  const consoleOf = ({ sandbox }: Request) => `${publicUrl}${sandbox ? '/sandbox' : ''}/console/`;

  async function offered(request: Request): Promise<Offered> {
    const found = await sso.offered(String(request.params['slug']).slice(0, 60), request.sandbox);
    if (!found) throw refusal('not_found', 'No single sign-on was found at this address. Check the link.');
    return found;
  }

  /** Begins a login with the challenge of the login page; without one, redirects to that page. */
  async function login(request: Request, response: Response): Promise<void> {
    const here = await offered(request);
    const asked = new URLSearchParams(queryTextOf(request));
    const challenge = asked.get('challenge') ?? '';
    const { slug } = here.tenant;
    if (!/^[\w-]{43}$/.test(challenge)) return response.redirect(303, `${consoleOf(request)}?tenant=${slug}`);
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
<p class="acts"><a class="btn primary" href="${escapeHtml(consoleOf(request))}?tenant=${escapeHtml(here.tenant.slug)}">Go to the login page</a></p>`,
    });
  }

  async function metadata(request: Request, response: Response): Promise<void> {
    response.type('application/samlmetadata+xml').send(await sso.metadata(await offered(request)));
  }

  return { metadata, login, consume };
}
