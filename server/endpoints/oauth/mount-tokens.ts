/** `/oauth/token`, `/oauth/revoke`, `/oauth/introspect` (RFC 6749, 7009, 7662). */
import type { Request, Response } from 'express';
import { readForm } from '../../http/read-form.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Granted, OAuthGrants } from '../../identity/apps/oauth-grants.ts';
import type { OAuthClientRecord, OAuthGrantRecord } from '../../identity/apps/tables.ts';
import { isActiveIn } from '../../identity/people/member-lookup.ts';
import { checkResource, type Params } from './authorize-request.ts';
import { authenticatedClient } from './client-authentication.ts';
import { grantOfToken } from './grant-of-token.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';
import type { OAuthParts } from './oauth-parts.ts';
import { baseOf } from './send-back.ts';

type Answering = (request: Request, response: Response, fields: Params, client: OAuthClientRecord) => Promise<void>;

interface Turning {
  /** The grant that the request would turn now. */
  readonly ofGrant: () => Promise<OAuthGrantRecord | null>;
  /** Turns it; ends a grant whose code or refresh token comes a second time. */
  readonly turn: () => Promise<Granted | null>;
}

function turning(grants: OAuthGrants, fields: Params, client: string): Turning {
  if (fields.get('grant_type') === 'refresh_token') {
    const given = fields.get('refresh_token') ?? '';
    const ofGrant = async () => {
      const known = await grants.ofRefreshToken(given);
      return known?.good && known.grant.client === client ? known.grant : null;
    };
    return { ofGrant, turn: () => grants.refresh(given, client) };
  }
  const code = fields.get('code') ?? '';
  const by = { client, redirectUri: fields.get('redirect_uri') ?? '', verifier: fields.get('code_verifier') ?? '' };
  return { ofGrant: () => grants.ofCode(code, by), turn: () => grants.redeem(code, by) };
}

export function mountTokens({ access, publicUrl }: OAuthParts): Mount {
  const { clients, find, grants, tokens } = access.oauth;

  const asClient = (answer: Answering) => async (request: Request, response: Response) => {
    const fields = await readForm(request);
    try {
      await answer(request, response, fields, await authenticatedClient(clients, request, fields));
    } catch (fault) {
      if (!(fault instanceof OAuthError)) throw fault;
      answerOAuthError(response, fault);
    }
  };

  /** Refuses what the grant does not give, and a person who has left. @returns the scopes of the access token */
  async function checkAsked(request: Request, fields: Params, grant: OAuthGrantRecord): Promise<readonly string[]> {
    const found = await find(grant.tenant, grant.member);
    if (!found || !isActiveIn(found, request.sandbox))
      throw new OAuthError('invalid_grant', 'The person is no longer a member of this organization.');
    const asked = (fields.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    if (asked.some((scope) => !grant.scopes.includes(scope)))
      throw new OAuthError('invalid_scope', `The person allowed: ${grant.scopes.join(' ')}.`.slice(0, 500));
    return asked.length > 0 ? asked : grant.scopes;
  }

  const token: Answering = async (request, response, fields, client) => {
    checkResource(fields, baseOf(request, publicUrl));
    const kind = fields.get('grant_type');
    if (kind !== 'authorization_code' && kind !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', '`grant_type` must be authorization_code or refresh_token.');
    const { ofGrant, turn } = turning(grants, fields, client.id);
    // The check comes first: a refused request carries no new refresh token, so the one that was sent has to stay good.
    const known = await ofGrant();
    const scopes = known ? await checkAsked(request, fields, known) : [];
    const granted = await turn();
    if (!known || !granted)
      throw new OAuthError(
        'invalid_grant',
        'The code or refresh token is invalid, expired or already used. Ask the person to authorize the app again.',
      );
    const { grant, refreshToken } = granted;
    const { tenant, member, id: session } = grant;
    const { accessToken, expiresIn } = await tokens.issue({
      tenant,
      member,
      session,
      app: { client: client.id, scopes },
    });
    response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    });
  };

  /** A token of another client is answered like an unknown one (RFC 7009 section 2.1). */
  const revoke: Answering = async (_request, response, fields, client) => {
    const text = fields.get('token') ?? '';
    const known = (await grants.ofRefreshToken(text))?.grant ?? (await grantOfToken(access.oauth, text))?.grant;
    if (known?.client === client.id) await grants.revoke(known.id);
    response.status(200).end();
  };

  const introspect: Answering = async (_request, response, fields, client) => {
    if (client.secretHash === null) throw new OAuthError('invalid_client', 'Only a client with a secret can use this.');
    const known = await grantOfToken(access.oauth, fields.get('token') ?? '');
    const found = known && (await find(known.grant.tenant, known.grant.member));
    if (!known || known.grant.client !== client.id || found?.member.status !== 'active') {
      response.json({ active: false });
      return;
    }
    const { grant, kind, scopes } = known;
    const tokenType = kind === 'access' ? { token_type: 'Bearer' } : {};
    response.json({
      ...tokenType,
      active: true,
      client_id: client.id,
      scope: scopes.join(' '),
      sub: grant.member,
      username: found.member.email,
      iss: publicUrl,
    });
  };

  return {
    name: 'oauth-tokens',
    mount(app) {
      app.post('/oauth/token', asClient(token));
      app.post('/oauth/revoke', asClient(revoke));
      app.post('/oauth/introspect', asClient(introspect));
    },
  };
}
