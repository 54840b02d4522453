/** The two pages of an authorization: who you are, and what the app may do. */
import { escaped, type PlainPage } from '../../http/plain-page.ts';

/** Where a form's answer may send the browser on to: browsers hold `form-action` against redirects, too. */
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
}): PlainPage {
  const { app, email = '', problem, redirectUri, request, status = 200, tenants = [] } = options;
  const choice = tenants.map((slug) => `<option>${escaped(slug)}</option>`).join('');
  return {
    status,
    title: 'Log in',
    problem,
    formActions: [originOf(redirectUri)],
    body: `<p><strong>${escaped(app)}</strong> wants to work here in your name.</p>
<form method="post" action="authorize"><input type="hidden" name="request" value="${escaped(request)}">
<label>E-mail<input type="email" name="email" required autocomplete="username" value="${escaped(email)}"></label>
<label>Password<input type="password" name="password" required autocomplete="current-password"></label>
${choice === '' ? '' : `<label>Tenant<select name="tenant">${choice}</select></label>`}
<button>Log in</button></form>`,
  };
}

export function consentPage(options: {
  readonly app: string;
  readonly tenant: string;
  readonly email: string;
  readonly redirectUri: string;
  readonly decision: string;
  readonly words: readonly string[];
}): PlainPage {
  const { app, decision, email, redirectUri, tenant, words } = options;
  const host = new URL(redirectUri).host || redirectUri;
  return {
    status: 200,
    title: `Allow ${app}?`,
    formActions: [originOf(redirectUri)],
    body: `<p><strong>${escaped(app)}</strong> (${escaped(host)}) wants to do this in <strong>${escaped(tenant)}</strong>, as ${escaped(email)}:</p>
<ul>${words.map((word) => `<li>${escaped(word)}</li>`).join('')}</ul>
<form method="post" action="authorize/decide"><input type="hidden" name="decision" value="${escaped(decision)}">
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form>`,
  };
}
