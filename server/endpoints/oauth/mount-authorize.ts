/** `/oauth/authorize`: log in, consent, back to the app with a code (RFC 6749, 7636, 9207). */
import type { Request, Response } from 'express';
import { addressOf } from '../../http/client-address.ts';
import { answerPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import { loginPage } from './authorize-pages.ts';
import {
  type AuthorizeRequest,
  knownClient,
  paramsOf,
  readRequest,
  requestPurpose,
  stamped,
} from './authorize-request.ts';
import { readCarryingForm } from './carrying-form.ts';
import { decideAuthorization } from './decide-authorization.ts';
import { OAuthError } from './oauth-error.ts';
import type { OAuthParts } from './oauth-parts.ts';
import { baseOf, errorPage, sendBack } from './send-back.ts';
import { showConsent } from './show-consent.ts';

export function mountAuthorize(parts: OAuthParts): Mount {
  const { access, clock, platform, publicUrl } = parts;
  const { oauth, people, sso } = access;

  /** Returns the slug of the tenant by whose provider an app's people log in; `ask` for an app of any tenant; null: none. */
  async function ssoOf({ tenant }: OAuthClientRecord): Promise<string | null> {
    if (tenant === null) return 'ask';
    return (await sso.offeredIn(tenant))?.tenant.slug ?? null;
  }

  async function show(request: Request, response: Response): Promise<void> {
    let known: Awaited<ReturnType<typeof knownClient>> | null = null;
    let state: string | null = null;
    try {
      const params = paramsOf(queryTextOf(request));
      known = await knownClient(oauth, params);
      state = params.get('state')?.slice(0, 1_000) ?? null;
      const { sandbox } = request;
      const asked = readRequest(params, known, { base: baseOf(request, publicUrl), sandbox });
      const { redirectUri } = known;
      const carried = stamped(oauth, requestPurpose, asked, clock());
      const login = { app: known.client.name, request: carried, redirectUri, sso: await ssoOf(known.client) };
      answerPage(response, loginPage(login));
    } catch (fault) {
      if (!(fault instanceof OAuthError)) throw fault;
      if (!known) return errorPage(response, fault.message);
      const to = { redirectUri: known.redirectUri, state };
      sendBack(response, baseOf(request, publicUrl), to, { error: fault.code, error_description: fault.message });
    }
  }

  async function logIn(request: Request, response: Response): Promise<void> {
    const { fields, carried, value } = await readCarryingForm<AuthorizeRequest>(
      parts,
      request,
      'request',
      requestPurpose,
    );
    const client = await oauth.clients.find(value.client);
    if (!client) return errorPage(response, 'This app is no longer registered here.');
    const email = (fields.get('email') ?? '').slice(0, 254);
    const found = await people.authenticate({
      email,
      password: (fields.get('password') ?? '').slice(0, 1_000),
      tenant: fields.get('tenant'),
      address: addressOf(request),
      sandbox: request.sandbox,
    });
    const again = {
      app: client.name,
      request: carried,
      redirectUri: value.redirectUri,
      email,
      sso: await ssoOf(client),
    };
    if (!found.ok) {
      const [{ code, detail, message }] = found.errors;
      const tenants = code === 'tenant_ambiguous' ? (detail?.['tenants'] as readonly string[]) : [];
      const status = code === 'too_many_attempts' ? 429 : 401;
      return answerPage(response, loginPage({ ...again, tenants, problem: message, status }));
    }
    if (client.tenant !== null && client.tenant !== found.value.tenant.id)
      return answerPage(
        response,
        loginPage({ ...again, problem: 'This app belongs to another organization.', status: 403 }),
      );
    const asked = { value, client, action: 'authorize/decide', from: addressOf(request) };
    if ((await showConsent({ oauth, platform, clock }, response, asked, found.value, null)) === 'asked') return;
    const nothing = {
      error: 'access_denied',
      error_description: 'Your role does not allow any of this. Ask an administrator for access.',
    };
    sendBack(response, baseOf(request, publicUrl), value, nothing);
  }

  return {
    name: 'oauth-authorize',
    mount(app) {
      app.get('/oauth/authorize', show);
      app.post('/oauth/authorize', logIn);
      app.post('/oauth/authorize/decide', decideAuthorization(parts));
    },
  };
}
