/** The pages that the links in our mails open: accept an invitation, choose a new password. */
import type { Request, Response } from 'express';
import { escapeHtml } from '#shared/base/escape-html.ts';
import { addressOf } from '../../http/client-address.ts';
import { answerPage, type PlainPage } from '../../http/plain-page.ts';
import { queryTextOf } from '../../http/query-of.ts';
import type { Mount } from '../../http/request-handler.ts';
import { readServerForm, serverForm } from '../../http/server-form.ts';
import type { Access } from '../../identity/open-access.ts';
import { passwordCharsMax, passwordCharsMin } from '../../identity/people/passwords.ts';

const tokenCharsMax = 2_000;

function tokenIn(request: Request): string {
  return (new URLSearchParams(queryTextOf(request)).get('token') ?? '').slice(0, tokenCharsMax);
}

function passwordField(label: string, autocomplete: 'new-password' | 'current-password'): string {
  const length =
    autocomplete === 'new-password' ? ` minlength="${passwordCharsMin}" maxlength="${passwordCharsMax}"` : '';
  const help =
    autocomplete === 'new-password' ? `<span class="help">At least ${passwordCharsMin} characters.</span>` : '';
  return `<label>${label}<input type="password" name="password" required autocomplete="${autocomplete}"${length}>${help}</label>`;
}

function form(name: 'invitation' | 'reset', token: string, fields: string, button: string): string {
  const body = `${fields}<button class="btn primary">${button}</button>`;
  return serverForm({ name, method: 'post', hidden: { token }, body });
}

export function mountAuthPages({ joining, passwordChanges }: Access, publicUrl: string): Mount {
  const consoleLink = (request: Request) =>
    `<p class="acts"><a class="btn primary" href="${escapeHtml(publicUrl)}${request.sandbox ? '/sandbox' : ''}/console/">Go to the console</a></p>`;

  /** @param refused what the person sent and why it was refused */
  async function invitation(
    token: string,
    refused: { readonly problem?: string; readonly name?: string } = {},
  ): Promise<PlainPage> {
    const invited = await joining.invited(token);
    if (!invited)
      return {
        status: 410,
        title: 'This invitation has expired',
        gate: 'expired',
        problem: 'It was already used or withdrawn, or is more than 7 days old.',
        body: '<p>Please ask the person who invited you for a new one.</p>',
      };
    const { email, hasPassword, tenant } = invited;
    const { problem, name = invited.name ?? '' } = refused;
    const fields = hasPassword
      ? passwordField('Your password', 'current-password')
      : `<label>Your name<input name="name" maxlength="120" autocomplete="name" value="${escapeHtml(name)}"></label>${passwordField('Choose a password', 'new-password')}`;
    const body = `<p>You join <strong>${escapeHtml(tenant)}</strong> as ${escapeHtml(email)}.</p>${form('invitation', token, fields, 'Join')}`;
    return { status: problem === undefined ? 200 : 422, title: `Join ${tenant}`, problem, body };
  }

  async function reset(request: Request, token: string, problem?: string): Promise<PlainPage> {
    const asked = await passwordChanges.resetting(token);
    if (!asked)
      return {
        status: 410,
        title: 'This link has expired',
        gate: 'expired',
        problem: 'It was already used, or is more than 1 hour old.',
        body: `<p>Request a new one on the login page.</p>${consoleLink(request)}`,
      };
    const body = `<p>For ${escapeHtml(asked.email)}. This logs you out on every device and in every app.</p>${form('reset', token, passwordField('New password', 'new-password'), 'Set password')}`;
    return { status: problem === undefined ? 200 : 422, title: 'Choose a new password', problem, body };
  }

  return {
    name: 'auth-pages',
    mount(app) {
      app.get('/auth/invitation', async (request: Request, response: Response) =>
        answerPage(response, await invitation(tokenIn(request))),
      );
      app.post('/auth/invitation', async (request: Request, response: Response) => {
        const fields = await readServerForm(request, publicUrl);
        const token = fields.get('token') ?? '';
        const name = (fields.get('name') ?? '').trim().slice(0, 120);
        const password = fields.get('password');
        const address = addressOf(request);
        const done = await joining.accept({ token, password, name: name === '' ? null : name, address });
        if (!done.ok) return answerPage(response, await invitation(token, { problem: done.errors[0].message, name }));
        const body = `<p>You can now log in with your email address and your password.</p>${consoleLink(request)}`;
        answerPage(response, { status: 200, title: 'Welcome', body });
      });
      app.get('/auth/reset', async (request: Request, response: Response) =>
        answerPage(response, await reset(request, tokenIn(request))),
      );
      app.post('/auth/reset', async (request: Request, response: Response) => {
        const fields = await readServerForm(request, publicUrl);
        const token = fields.get('token') ?? '';
        const done = await passwordChanges.reset(token, fields.get('password'));
        if (!done.ok) return answerPage(response, await reset(request, token, done.errors[0].message));
        answerPage(response, { status: 200, title: 'Your password is set', body: consoleLink(request) });
      });
    },
  };
}
