/** The page that asks a person, who has just proven who they are, whether the app may do what it asked for. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Platform } from '../../core/platform.ts';
import { mayGrant } from '../../core/policy/may-grant.ts';
import { answerPage } from '../../http/plain-page.ts';
import type { OAuthClientRecord } from '../../identity/apps/tables.ts';
import type { OAuthAccess } from '../../identity/open-access.ts';
import { type FoundMember, powersOfMember } from '../../identity/people/member-lookup.ts';
import { consentPage } from './authorize-pages.ts';
import { type AuthorizeRequest, pageMs, stamped } from './authorize-request.ts';
import { scopeWords } from './scope-words.ts';

export interface Decision extends AuthorizeRequest {
  readonly id: string;
  readonly tenant: string;
  readonly member: string;
  /** Session of the person on this page: what ends that person's access ends the page, too. */
  readonly session: string;
  /** ISO 8601: when the person's login ends, and with it what is allowed in it; null: it has no end of its own. */
  readonly endsAt: string | null;
}

export const decisionPurpose = 'oauth-decision';

export interface ConsentParts {
  readonly oauth: OAuthAccess;
  readonly platform: Platform;
  readonly clock: Clock;
}

/** @returns `none` where the person may do nothing of what the app asks: the caller then has to answer */
export async function showConsent(
  { oauth, platform, clock }: ConsentParts,
  response: Response,
  asked: {
    readonly value: AuthorizeRequest;
    readonly client: OAuthClientRecord;
    readonly action: string;
    /** The network address of the person. */
    readonly from: string;
  },
  found: FoundMember,
  endsAt: string | null,
): Promise<'asked' | 'none'> {
  const { value, client, action, from } = asked;
  const { member, tenant } = found;
  const powers = await powersOfMember(found);
  const person = { tenant: tenant.id, kind: 'user', id: member.id, ...powers } as const;
  const registry = await platform.registry(tenant.id);
  const scopes = value.scopes.filter((scope) => mayGrant(person, [scope], [], registry.collections) === null);
  if (scopes.length === 0) return 'none';
  const owner = { account: member.account ?? '', tenant: tenant.id, member: member.id };
  const pageEnds = isoTime(clock() + pageMs);
  const { session } = await oauth.sessions.open(owner, { how: 'consent', from, endsAt: pageEnds });
  const of = { id: randomUUID(), tenant: tenant.id, member: member.id, session: session.id };
  const decided: Decision = { ...value, ...of, scopes, endsAt };
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
