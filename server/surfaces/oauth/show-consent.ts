/** The page that asks a person, who has just proven who they are, whether the app may do what it asked for. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Clock } from '#shared/base/time.ts';
import { hasScope } from '../../access/actor.ts';
import { type FoundMember, powersOfMember } from '../../access/member-lookup.ts';
import type { OAuthAccess } from '../../access/open-access.ts';
import { answerPage } from '../../http/plain-page.ts';
import type { Platform } from '../../platform.ts';
import type { OAuthClientRecord } from '../../tenants/oauth.ts';
import { consentPage } from './authorize-pages.ts';
import { type AuthorizeRequest, stamped } from './authorize-request.ts';
import { scopeWords } from './scope-words.ts';

export interface Decision extends AuthorizeRequest {
  readonly id: string;
  readonly tenant: string;
  readonly member: string;
}

export const decisionPurpose = 'oauth-decision';

export interface ConsentParts {
  readonly oauth: OAuthAccess;
  readonly platform: Platform;
  readonly clock: Clock;
}

/** @returns `none` where the person may do nothing of it: then nothing was answered */
export async function showConsent(
  { oauth, platform, clock }: ConsentParts,
  response: Response,
  asked: { readonly value: AuthorizeRequest; readonly client: OAuthClientRecord; readonly action: string },
  found: FoundMember,
): Promise<'asked' | 'none'> {
  const { value, client, action } = asked;
  const { member, tenant } = found;
  const powers = await powersOfMember(found);
  const person = { tenant: tenant.id, kind: 'user', id: member.id, ...powers } as const;
  const scopes = value.scopes.filter((scope) => hasScope(person, scope));
  if (scopes.length === 0) return 'none';
  const decided: Decision = { ...value, scopes, id: randomUUID(), tenant: tenant.id, member: member.id };
  const registry = await platform.registry(tenant.id);
  answerPage(
    response,
    consentPage({
      app: client.name,
      tenant: tenant.slug,
      email: member.email,
      redirectUri: value.redirectUri,
      decision: stamped(oauth, decisionPurpose, decided, clock()),
      words: scopes.map((scope) => scopeWords(scope, registry)),
      action,
    }),
  );
  return 'asked';
}
