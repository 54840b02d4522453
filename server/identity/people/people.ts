/**
 * People who log in: password in, access and refresh token out; and from an access token to the actor it stands for.
 * The member's record is read each time, so that whoever is removed, suspended or given another role feels it at once.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { emailKeyOf, type MemberRecord } from '#shared/modules/auth/members.ts';
import { type Actor, hasScope } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { OAuthGrants } from '../apps/oauth-grants.ts';
import { audit } from '../audit.ts';
import type { AccessTokens, TokenSubject } from '../credentials/access-tokens.ts';
import type { Revocations } from '../credentials/revocations.ts';
import { isGivenInSso, type SsoHolds } from '../sso/sso-standing.ts';
import type { Accounts } from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { type BegunSession, bearerPrefix, type LoginSessions, type OpenedSession } from './login-sessions.ts';
import { actorOfMember, type FindMember, type FoundMember } from './member-lookup.ts';
import type { Passwords } from './passwords.ts';
import type { LoginSessionRecord } from './tables.ts';

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  /** The slug of one of the person's tenants, where there are several. */
  readonly tenant?: string | null | undefined;
  readonly address: string;
  readonly sandbox: boolean;
}

export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenType: 'Bearer';
  /** Seconds. */
  readonly expiresIn: number;
  readonly user: ShownUser;
}

export interface ShownUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly tenant: { readonly slug: string; readonly plan: string };
}

export interface People {
  login(request: LoginRequest): Promise<Result<LoggedIn>>;
  /** The password alone: who it is, and in which tenant. Opens nothing. */
  authenticate(request: LoginRequest): Promise<Result<FoundMember>>;
  /** Opens a login without a password: after an invitation was accepted, a password changed, or single sign-on. */
  logIn(found: FoundMember, begun: BegunSession): Promise<LoggedIn>;
  /** Opens a session that is its own bearer, `gate_se_…`, for as long as it lasts. */
  openBearer(
    found: FoundMember,
    begun: BegunSession,
  ): Promise<{ readonly session: string; readonly expiresAt: string }>;
  refresh(refreshToken: string, sandbox: boolean): Promise<Result<LoggedIn>>;
  /** Harmless for a token that is none. */
  logout(what: { readonly actor: Actor } | { readonly refreshToken: string }): Promise<void>;
  /** The actor of an access token or a session's bearer; whether it is good at this address, the caller asks. */
  identify(credential: string): Promise<Result<Actor>>;
  /** Whether what an app was allowed still holds, and the person who allowed it is still a member. */
  holdsGrant(grant: string): Promise<boolean>;
  describe(actor: Actor): Promise<ShownUser | null>;
}

export interface PeopleParts {
  readonly accounts: Accounts;
  readonly sessions: LoginSessions;
  readonly grants: OAuthGrants;
  readonly tokens: AccessTokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly find: FindMember;
  readonly ssoHolds: SsoHolds;
  readonly revocations: Revocations;
  readonly clock: Clock;
}

const wrongPassword = () =>
  refuse({ code: 'login_failed', message: 'The address or the password is wrong. Check both, or reset the password.' });

const grantOver = () =>
  refuse({ code: 'credential_revoked', message: 'This app’s access has ended. Ask the person to authorize it again.' });

const loginOver = () => refuse({ code: 'credential_revoked', message: 'Your session has expired. Log in again.' });

function shown(member: MemberRecord, { slug, plan }: TenantRecord): ShownUser {
  const { id, email, name, role } = member;
  return { id, email, name, role, tenant: { slug, plan } };
}

export function openPeople(parts: PeopleParts): People {
  const { accounts, sessions, grants, tokens, passwords, attempts, find, ssoHolds, revocations, clock } = parts;

  const isHere = ({ tenant, member }: FoundMember, sandbox: boolean) =>
    member.status === 'active' && (tenant.sandboxOf !== null) === sandbox;

  const isAllowed = async ({ how }: LoginSessionRecord, found: FoundMember) => how !== 'sso' || (await ssoHolds(found));

  async function answer(found: FoundMember, { session, refreshToken }: OpenedSession): Promise<LoggedIn> {
    const { member, tenant } = found;
    const subject = { tenant: tenant.id, member: member.id, session: session.id };
    const issued = await tokens.issue(subject);
    return { ...issued, refreshToken, tokenType: 'Bearer', user: shown(member, tenant) };
  }

  async function open(found: FoundMember, begun: BegunSession): Promise<OpenedSession> {
    const { member, store, tenant } = found;
    const owner = { account: member.account ?? '', tenant: tenant.id, member: member.id };
    const opened = await sessions.open(owner, begun);
    const actor = { ...(await actorOfMember(found, opened.session.id)), from: begun.from };
    const recorded = await store.commit(`user:${member.id}`, async (tx) => {
      await audit(tx, actor, { action: 'auth.login', subject: member.email, detail: { how: begun.how } });
      return ok(null);
    });
    if (!recorded.ok) throw new Error(`a login was not recorded: ${recorded.errors[0].message}`);
    return opened;
  }

  const logIn = async (found: FoundMember, begun: BegunSession) => answer(found, await open(found, begun));

  async function choices(account: string, sandbox: boolean): Promise<readonly FoundMember[]> {
    const all = await accounts.memberships(account);
    const found = await Promise.all(all.map(({ tenant, member }) => find(tenant, member)));
    return found.filter(
      (one) => one !== null && isHere(one, sandbox) && one.member.account === account,
    ) as FoundMember[];
  }

  async function authenticate(request: LoginRequest): Promise<Result<FoundMember>> {
    const { email, password, tenant, address, sandbox } = request;
    const key = emailKeyOf(email);
    const allowed = await attempts.take(key, address);
    if (!allowed.ok) return allowed;
    const account = await accounts.byEmail(email);
    const right = await passwords.verify(account?.passwordHash ?? null, password);
    if (!right.ok) return right;
    if (!right.value || !account) return wrongPassword();
    await attempts.succeeded(key, address);
    const mine = await choices(account.id, sandbox);
    const fitting = mine.filter((one) => tenant === null || tenant === undefined || one.tenant.slug === tenant);
    const [only, ...others] = fitting;
    // Who knows the password learns no more here than that it opens nothing.
    if (!only) return wrongPassword();
    if (others.length > 0)
      return refuse({
        code: 'tenant_ambiguous',
        message: 'You are a member of several tenants. Send the slug of one as `tenant`.',
        path: 'tenant',
        detail: { tenants: mine.map((one) => one.tenant.slug).sort() },
      });
    return ok(only);
  }

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

  async function actorOfSession(session: LoginSessionRecord): Promise<Result<Actor>> {
    const found = await find(session.tenant, session.member);
    if (found?.member.status !== 'active' || !(await isAllowed(session, found))) return loginOver();
    return ok(await actorOfMember(found, session.id));
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
    logIn,
    authenticate,
    async login(request) {
      const found = await authenticate(request);
      return found.ok ? ok(await logIn(found.value, { how: 'password', from: request.address })) : found;
    },
    async refresh(refreshToken, sandbox) {
      const opened = await sessions.refresh(refreshToken);
      if (!opened.ok) {
        const session = sessions.sessionOf(refreshToken);
        const known = session === null ? null : await sessions.find(session);
        if (known?.revokedAt) revocations.announce(`user:${known.member}`);
        return opened;
      }
      const { tenant, member } = opened.value.session;
      const found = await find(tenant, member);
      if (found && !(await isAllowed(opened.value.session, found))) return loginOver();
      if (found && isHere(found, sandbox)) return ok(await answer(found, opened.value));
      return refuse({ code: 'unauthenticated', message: 'You are no longer a member of this organization.' });
    },
    async logout(what) {
      const session = 'actor' in what ? (what.actor.session ?? null) : sessions.sessionOf(what.refreshToken);
      if (session === null) return;
      const known = await sessions.alive(session);
      await sessions.end(session);
      if (known) revocations.announce(`user:${known.member}`);
    },
    async openBearer(found, begun) {
      const { session } = await open(found, begun);
      return { session: sessions.bearerOf(session), expiresAt: session.expiresAt };
    },
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
    async describe({ tenant, id }) {
      const found = await find(tenant, id);
      return found && shown(found.member, found.tenant);
    },
  };
}
