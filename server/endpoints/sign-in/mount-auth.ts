/**
 * Logging in with address and password, and what belongs to it: refresh, logout, who am I, passwords, invitations, and
 * the public keys that verify access tokens.
 */
import type { Request, Response } from 'express';
import type { Result } from '#shared/base/result.ts';
import type { Field } from '#shared/schema/field.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import { identityOf } from '../../http/caller-of.ts';
import { addressOf } from '../../http/client-address.ts';
import { faultFields, type Log } from '../../http/log.ts';
import { mayConnect } from '../../http/origins.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Access } from '../../identity/open-access.ts';
import type { Notices } from '../../identity/people/notices.ts';
import type { LoggedIn } from '../../identity/people/people.ts';
import { sendReset } from './send-reset.ts';

export interface AuthParts {
  readonly access: Access;
  readonly notices: Notices;
  readonly publicUrl: string;
  readonly log: Log;
}

/** Maximum number of characters of a password in a request; a longer text is refused before it is hashed. */
const passwordTextMax = 1_000;
const tokenMax = 2_000;
const jwksSeconds = 60;

const loginFields = [
  { name: 'email', type: 'text', required: true, maxLength: 254 },
  { name: 'password', type: 'text', required: true, maxLength: passwordTextMax },
  { name: 'tenant', type: 'text', maxLength: 60, note: 'The tenant’s slug. Required for members of several tenants.' },
] as const satisfies readonly Field[];
const refreshFields = [
  { name: 'refreshToken', type: 'text', required: true, maxLength: tokenMax },
] as const satisfies readonly Field[];
const logoutFields = [{ name: 'refreshToken', type: 'text', maxLength: tokenMax }] as const satisfies readonly Field[];
const changeFields = [
  { name: 'currentPassword', type: 'text', required: true, maxLength: passwordTextMax },
  { name: 'newPassword', type: 'text', required: true, maxLength: passwordTextMax },
] as const satisfies readonly Field[];
const forgotFields = [
  { name: 'email', type: 'email', required: true, maxLength: 254 },
] as const satisfies readonly Field[];
const resetFields = [
  { name: 'token', type: 'text', required: true, maxLength: tokenMax },
  { name: 'password', type: 'text', required: true, maxLength: passwordTextMax },
] as const satisfies readonly Field[];
const acceptFields = [
  ...resetFields,
  { name: 'name', type: 'text', maxLength: 120 },
] as const satisfies readonly Field[];

function bodyOf<const F extends readonly Field[]>(request: Request, fields: F): ValuesOf<F> {
  const read = validate(fields, request.body ?? {}, { mode: 'create' });
  if (!read.ok) throw new RefusalError(read.errors);
  return read.value;
}

/** Returns the value of a result, or throws its refusal; `Retry-After` is set for too many attempts and for overload. */
function settled<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const [{ code, detail }] = result.errors;
  const seconds = detail?.['retryAfterSeconds'];
  const headers = {
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
    ...(code === 'overloaded' ? { 'Retry-After': '5' } : {}),
  };
  throw new RefusalError(result.errors, { headers });
}

export function mountAuth({ access, notices, publicUrl, log }: AuthParts): Mount {
  const { joining, passwordChanges, people, signingKeys } = access;

  /** A page of another origin may not log people in or out. */
  function ours(request: Request): void {
    if (!mayConnect(request, publicUrl)) throw refusal('origin_refused', 'Pages of other origins cannot log in here.');
  }

  function answer(response: Response, loggedIn: LoggedIn): void {
    response.json({ data: loggedIn, meta: {} });
  }

  async function login(request: Request, response: Response): Promise<void> {
    ours(request);
    const { email, password, tenant } = bodyOf(request, loginFields);
    const { sandbox } = request;
    const address = addressOf(request);
    answer(response, settled(await people.login({ email, password, tenant, address, sandbox })));
  }

  async function logout(request: Request, response: Response): Promise<void> {
    ours(request);
    const { refreshToken } = bodyOf(request, logoutFields);
    if (typeof refreshToken === 'string') await people.logout({ refreshToken });
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const known = bearer === undefined ? null : await people.identify(bearer);
    if (known?.ok) await people.logout({ actor: known.value });
    response.json({ data: { loggedOut: true }, meta: {} });
  }

  async function me(request: Request, response: Response): Promise<void> {
    const { actor, tenant } = identityOf(request);
    const { slug, plan, demo } = tenant;
    const user = actor.session === undefined ? null : await people.describe(actor);
    const { kind, roles, scopes } = actor;
    const data = { kind, scopes: [...scopes], roles: [...roles], tenant: { slug, plan, demo } };
    response.json({ data: user ? { ...data, user } : data, meta: {} });
  }

  async function changePassword(request: Request, response: Response): Promise<void> {
    const { currentPassword, newPassword } = bodyOf(request, changeFields);
    const { actor } = identityOf(request);
    const address = addressOf(request);
    const asked = { current: currentPassword, next: newPassword, address };
    const found = settled(await passwordChanges.change(actor, asked));
    answer(response, await people.logIn(found, { how: 'password', from: address }));
  }

  async function forgot(request: Request, response: Response): Promise<void> {
    ours(request);
    const { email } = bodyOf(request, forgotFields);
    settled(await passwordChanges.mayAsk(email, addressOf(request)));
    const message = 'If this address has an account, we have sent it a link to choose a new password.';
    response.status(202).json({ data: { message }, meta: {} });
    // Done after the answer: the time it takes would show whether there is such an account.
    sendReset({ passwordChanges, notices, publicUrl }, email, request.sandbox).catch((fault: unknown) =>
      log.error('reset not sent', faultFields(fault)),
    );
  }

  async function reset(request: Request, response: Response): Promise<void> {
    ours(request);
    const { token, password } = bodyOf(request, resetFields);
    const { email } = settled(await passwordChanges.reset(token, password));
    response.json({ data: { email }, meta: {} });
  }

  async function accept(request: Request, response: Response): Promise<void> {
    ours(request);
    const { name, password, token } = bodyOf(request, acceptFields);
    const address = addressOf(request);
    const found = settled(await joining.accept({ token, password, name, address }));
    answer(response, await people.logIn(found, { how: 'invitation', from: address }));
  }

  return {
    name: 'auth',
    mount(app, steps) {
      app.post('/api/v1/auth/login', steps.json, login);
      app.post('/api/v1/auth/refresh', steps.json, async (request, response) => {
        ours(request);
        const { refreshToken } = bodyOf(request, refreshFields);
        answer(response, settled(await people.refresh(refreshToken, request.sandbox)));
      });
      app.post('/api/v1/auth/logout', steps.json, logout);
      app.get('/api/v1/auth/me', steps.identified, me);
      app.post('/api/v1/auth/password', steps.identified, steps.json, changePassword);
      app.post('/api/v1/auth/password/forgot', steps.json, forgot);
      app.post('/api/v1/auth/password/reset', steps.json, reset);
      app.post('/api/v1/auth/invitations/accept', steps.json, accept);
      app.get('/.well-known/jwks.json', async (_request, response) => {
        response.setHeader('Cache-Control', `public, max-age=${jwksSeconds}`);
        response.json({ keys: await signingKeys.published() });
      });
    },
  };
}
