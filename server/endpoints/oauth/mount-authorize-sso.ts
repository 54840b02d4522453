/** `/oauth/authorize/sso`: the login of an authorization at the tenant's identity provider, and back to the consent. */
import type { Request, Response } from 'express';
import { addressOf } from '../../http/client-address.ts';
import { answerPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import type { Mount } from '../../http/request-handler.ts';
import { onwardPage } from './authorize-pages.ts';
import { type AuthorizeRequest, requestPurpose, unstamped } from './authorize-request.ts';
import type { OAuthParts } from './oauth-parts.ts';
import { baseOf, errorPage, sendBack } from './send-back.ts';
import { showConsent } from './show-consent.ts';

const codeCharsMax = 200;

export function mountAuthorizeSso({ access, clock, platform, publicUrl }: OAuthParts): Mount {
  const { oauth, sso } = access;
  const over = 'This page is not valid or is more than 10 minutes old. Start again in the app.';

  async function asked(carried: string, sandbox: boolean) {
    const value = unstamped<AuthorizeRequest>(oauth, requestPurpose, carried, clock());
    if (value?.sandbox !== sandbox) return null;
    const client = await oauth.clients.find(value.client);
    return client && { value, client };
  }

  async function leave(request: Request, response: Response): Promise<void> {
    const query = new URLSearchParams(queryTextOf(request));
    const carried = query.get('request') ?? '';
    const known = await asked(carried, request.sandbox);
    if (!known) return errorPage(response, over);
    const slug = (query.get('tenant') ?? '').slice(0, 60);
    const offered = await sso.offered(slug, request.sandbox);
    if (!offered || (known.client.tenant !== null && known.client.tenant !== offered.tenant.id))
      return errorPage(response, 'This organization and this app have no single sign-on. Log in with your password.');
    if (query.get('go') !== '1') {
      query.set('go', '1');
      return answerPage(response, onwardPage(slug, `sso?${query}`));
    }
    const begun = await sso.begin(offered, { challenge: null, goesTo: '', carried }, addressOf(request));
    if (!begun.ok) return errorPage(response, begun.errors[0].message);
    response.redirect(303, begun.value);
  }

  async function arrive(request: Request, response: Response): Promise<void> {
    const code = new URLSearchParams(queryTextOf(request)).get('code') ?? '';
    const done = await sso.redeemCarried(code.slice(0, codeCharsMax), request.sandbox);
    if (!done.ok) return errorPage(response, done.errors[0].message);
    const { carried, endsAt, found } = done.value;
    const known = await asked(carried ?? '', request.sandbox);
    if (!known) return errorPage(response, over);
    if (known.client.tenant !== null && known.client.tenant !== found.tenant.id)
      return errorPage(response, 'This app belongs to another organization.');
    const asking = { ...known, action: '../decide', from: addressOf(request) };
    if ((await showConsent({ oauth, platform, clock }, response, asking, found, endsAt)) === 'asked') return;
    const nothing = {
      error: 'access_denied',
      error_description: 'Your role does not allow any of this. Ask an administrator for access.',
    };
    sendBack(response, baseOf(request, publicUrl), known.value, nothing);
  }

  return {
    name: 'oauth-authorize-sso',
    mount(app) {
      app.get('/oauth/authorize/sso', leave);
      app.get('/oauth/authorize/sso/done', arrive);
    },
  };
}
