/** Finds the actor of an access token or of a session's bearer, or why it has none any more. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import type { OAuthGrants } from '../apps/oauth-grants.ts';
import type { AccessTokens, TokenSubject } from '../credentials/access-tokens.ts';
import { isGivenInSso, type SsoHolds } from '../sso/sso-standing.ts';
import { bearerPrefix, type LoginSessions } from './login-sessions.ts';
import { actorOfMember, type FindMember, type FoundMember } from './member-lookup.ts';
import type { LoginSessionRecord } from './tables.ts';

export interface CredentialParts {
  readonly sessions: LoginSessions;
  readonly grants: OAuthGrants;
  readonly tokens: AccessTokens;
  readonly find: FindMember;
  readonly ssoHolds: SsoHolds;
  readonly clock: Clock;
}

export interface CredentialActors {
  /** The actor of an access token or a session's bearer. The caller checks whether it is of the live tenant or the sandbox. */
  identify(credential: string): Promise<Result<Actor>>;
  /** Whether what an app was allowed still holds, and the person who allowed it is still a member. */
  holdsGrant(grant: string): Promise<boolean>;
}

const grantOver = () =>
  refuse({ code: 'credential_revoked', message: 'This app’s access has ended. Ask the person to authorize it again.' });

export const loginOver = () =>
  refuse({ code: 'credential_revoked', message: 'Your session has expired. Log in again.' });

/** A session begun by single sign-on lasts while the provider of the tenant lets the member in. */
export async function isAllowed({ how }: LoginSessionRecord, found: FoundMember, ssoHolds: SsoHolds): Promise<boolean> {
  return how !== 'sso' || (await ssoHolds(found));
}

export function openCredentialActors({
  sessions,
  grants,
  tokens,
  find,
  ssoHolds,
  clock,
}: CredentialParts): CredentialActors {
  /** An app's actor: never more than the person, of that only what was allowed, and no role. */
  async function actorOfApp(subject: TokenSubject, allowed: readonly string[]): Promise<Result<Actor>> {
    const grant = await grants.alive(subject.session);
    const found = grant && (await find(subject.tenant, subject.member));
    if (!grant || grant.member !== subject.member || found?.member.status !== 'active') return grantOver();
    if (isGivenInSso(grant) && !(await ssoHolds(found))) return grantOver();
    const { session: _none, ...person } = await actorOfMember(found, subject.session);
    const scopes = new Set(allowed.filter((scope) => grant.scopes.includes(scope) && hasScope(person, scope)));
    return ok({ ...person, scopes, roles: new Set<string>(), grant: grant.id });
  }

  /** @returns null: the person may not use it any more, or not the one that it was made from */
  async function personOf(session: LoginSessionRecord): Promise<FoundMember | null> {
    const found = await find(session.tenant, session.member);
    if (found?.member.status !== 'active' || !(await isAllowed(session, found, ssoHolds))) return null;
    if (session.source === null) return found;
    const source = await sessions.alive(session.source);
    return source && (await personOf(source)) ? found : null;
  }

  async function actorOfSession(session: LoginSessionRecord): Promise<Result<Actor>> {
    const found = await personOf(session);
    return found ? ok(await actorOfMember(found, session.id)) : loginOver();
  }

  async function actorOfBearer(bearer: string): Promise<Result<Actor>> {
    const id = sessions.sessionOfBearer(bearer);
    const session = id === null ? null : await sessions.find(id);
    if (!session) return refuse({ code: 'unauthenticated', message: 'This session was not found. Log in again.' });
    if (session.revokedAt !== null) return loginOver();
    if (session.expiresAt < isoTime(clock()))
      return refuse({ code: 'credential_expired', message: 'This session has ended. Log in again.' });
    return actorOfSession(session);
  }

  return {
    async identify(credential) {
      if (credential.startsWith(bearerPrefix)) return actorOfBearer(credential);
      const read = await tokens.read(credential);
      if (!read.ok) return read;
      const { tenant, member, session, app } = read.value;
      if (app) return actorOfApp(read.value, app.scopes);
      const alive = await sessions.alive(session);
      return alive?.tenant === tenant && alive.member === member ? actorOfSession(alive) : loginOver();
    },
    async holdsGrant(id) {
      const grant = await grants.alive(id);
      const found = grant && (await find(grant.tenant, grant.member));
      if (!grant || found?.member.status !== 'active') return false;
      return !isGivenInSso(grant) || ssoHolds(found);
    },
  };
}
