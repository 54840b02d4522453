/** The pages of an authorization: who you are, here or at an identity provider, and what the app may do. */
import { escapeHtml } from '#shared/base/escape-html.ts';
import type { PlainPage } from '../../http/plain-page.ts';
import { serverForm } from '../../http/server-form.ts';

/** Returns the source in `form-action` for the target of a redirect: browsers check redirects against it, too. */
function originOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

export function loginPage(options: {
  readonly app: string;
  readonly request: string;
  readonly redirectUri: string;
  readonly email?: string;
  readonly tenants?: readonly string[];
  readonly problem?: string;
  readonly status?: number;
  /** Slug of the tenant whose identity provider the page offers; `ask`: the person enters the slug. Null: none is offered. */
  readonly sso: string | 'ask' | null;
}): PlainPage {
  const { app, email = '', problem, redirectUri, request, sso, status = 200, tenants = [] } = options;
  const choice = tenants.map((slug) => `<option>${escapeHtml(slug)}</option>`).join('');
  return {
    status,
    title: 'Log in',
    problem,
    formActions: [originOf(redirectUri)],
    body: `<p><strong>${escapeHtml(app)}</strong> wants to act on your behalf. Log in to continue.</p>
${serverForm({
  name: 'oauth-login',
  method: 'post',
  action: 'authorize',
  hidden: { request },
  body: `<label>Email<input type="email" name="email" required autocomplete="username" value="${escapeHtml(email)}"></label>
<label>Password<input type="password" name="password" required autocomplete="current-password"></label>
${choice === '' ? '' : `<label>Organization<select name="tenant">${choice}</select></label>`}
<button class="btn primary">Log in</button>`,
})}
${ssoForm(request, sso)}`,
  };
}

/** Returns a link where the tenant is known: it leads to the provider at once; forms may not be redirected to another host. */
function ssoForm(request: string, sso: string | null): string {
  if (sso === null) return '';
  if (sso !== 'ask') {
    const query = new URLSearchParams({ request, tenant: sso, go: '1' });
    return `<p class="acts"><a class="btn" href="authorize/sso?${escapeHtml(query.toString())}">Log in with single sign-on</a></p>`;
  }
  return serverForm({
    name: 'oauth-sso',
    method: 'get',
    action: 'authorize/sso',
    hidden: { request },
    body: `<label>Short name of your organization<input name="tenant" required maxlength="60" autocomplete="organization"></label>
<button class="btn">Single sign-on</button>`,
  });
}

/** @param url an address of this server, which redirects to the identity provider */
export function onwardPage(tenant: string, url: string): PlainPage {
  return {
    status: 200,
    title: 'Single sign-on',
    body: `<p>${escapeHtml(tenant)} has its own login page.</p>
<p class="acts"><a class="btn primary" href="${escapeHtml(url)}">Go to the login of ${escapeHtml(tenant)}</a></p>`,
  };
}

export function consentPage(options: {
  readonly app: string;
  readonly tenant: string;
  readonly email: string;
  readonly redirectUri: string;
  readonly decision: string;
  readonly words: readonly string[];
  /** Target of the form, relative to the page's own address. */
  readonly action: string;
}): PlainPage {
  const { app, decision, email, redirectUri, tenant, words } = options;
  const host = new URL(redirectUri).host || redirectUri;
  return {
    status: 200,
    title: `Allow ${app}?`,
    formActions: [originOf(redirectUri)],
    body: `<p><strong>${escapeHtml(app)}</strong> (${escapeHtml(host)}) wants access to <strong>${escapeHtml(tenant)}</strong> as ${escapeHtml(email)}.</p>
<h2>It will be able to</h2>
<ul class="scopes">${words.map((word) => `<li>${escapeHtml(word)}</li>`).join('')}</ul>
<p>Its access ends after 90 days at the latest. You can end it earlier in the console under Settings, Sessions and apps.</p>
${serverForm({
  name: 'oauth-consent',
  method: 'post',
  action: options.action,
  hidden: { decision },
  body: '<div class="acts"><button class="btn" name="answer" value="deny">Do not allow</button><button class="btn primary" name="answer" value="allow">Allow</button></div>',
})}
<p>You will then return to <strong>${escapeHtml(host)}</strong>.</p>`,
  };
}
