/** `POST /oauth/authorize/decide`: the answer of the consent page, and back to the app with a code or a refusal. */
import type { Request, Response } from 'express';
import type { Actor } from '../../core/policy/actor.ts';
import { addressOf } from '../../http/client-address.ts';
import { readCarryingForm } from './carrying-form.ts';
import type { OAuthParts } from './oauth-parts.ts';
import { baseOf, errorPage, sendBack } from './send-back.ts';
import { type Decision, decisionPurpose } from './show-consent.ts';

export function decideAuthorization(parts: OAuthParts) {
  const { access, publicUrl } = parts;
  const { oauth } = access;

  return async function decide(request: Request, response: Response): Promise<void> {
    const { fields, value } = await readCarryingForm<Decision>(parts, request, 'decision', decisionPurpose);
    const isLoggedIn = (await oauth.sessions.alive(value.session)) !== null;
    await oauth.sessions.end(value.session);
    if (fields.get('answer') !== 'allow')
      return sendBack(response, baseOf(request, publicUrl), value, {
        error: 'access_denied',
        error_description: 'The person did not allow it.',
      });
    const client = await oauth.clients.find(value.client);
    const found = await oauth.find(value.tenant, value.member);
    if (!client || found?.member.status !== 'active')
      return errorPage(response, 'Your account or the app no longer exists here.');
    if (!isLoggedIn)
      return errorPage(response, 'This page was already used, or your access has ended. Start again in the app.');
    const { challenge, endsAt, id: decision, member, redirectUri, scopes, tenant } = value;
    const code = await oauth.grants.consent({
      client: client.id,
      tenant,
      member,
      scopes,
      decision,
      redirectUri,
      challenge,
      endsAt,
    });
    if (code === null) return errorPage(response, 'You already submitted this form.');
    const person: Actor = {
      tenant,
      kind: 'user',
      id: member,
      label: found.member.email,
      scopes: new Set(),
      roles: new Set(),
      from: addressOf(request),
    };
    const detail = { client: client.id, scopes };
    await access.audits.record(person, { action: 'app.allowed', subject: client.name, detail });
    sendBack(response, baseOf(request, publicUrl), value, { code });
  };
}
