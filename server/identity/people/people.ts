/**
 * People who log in: password in, access and refresh token out; and from an access token to the actor it stands for.
 * The member's record is read each time, so that a removal, a suspension or another role takes effect at once.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { MemberRecord } from '#shared/modules/auth/members.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { audit } from '../audit.ts';
import type { Revocations } from '../credentials/revocations.ts';
import {
  type CredentialActors,
  type CredentialParts,
  isAllowed,
  loginOver,
  openCredentialActors,
} from './actor-of-credential.ts';
import { createLoginCheck, type LoginCheckParts, type LoginRequest } from './check-login.ts';
import type { BegunSession, OpenedSession } from './login-sessions.ts';
import { actorOfMember, type FoundMember, isActiveIn } from './member-lookup.ts';

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

export interface People extends CredentialActors {
  /** Refuses with `login_failed`, `tenant_ambiguous` (the slugs in `detail.tenants`), `too_many_attempts` or `overloaded`. */
  login(request: LoginRequest): Promise<Result<LoggedIn>>;
  /** Checks the password alone: who logs in, and in which tenant. Opens no session. */
  authenticate(request: LoginRequest): Promise<Result<FoundMember>>;
  /** Opens a login for a member that was proven before: by a password, an accepted invitation or single sign-on. */
  logIn(found: FoundMember, begun: BegunSession): Promise<LoggedIn>;
  /** Opens a session. @returns its bearer, `gate_se_…`, which is good for as long as the session */
  openBearer(
    found: FoundMember,
    begun: BegunSession,
  ): Promise<{ readonly session: string; readonly expiresAt: string }>;
  /** Refuses with `unauthenticated`, or `credential_revoked` where single sign-on does not let the member in any more. */
  refresh(refreshToken: string, sandbox: boolean): Promise<Result<LoggedIn>>;
  /** Ends the session; does nothing for a token that was not stamped here. */
  logout(what: { readonly actor: Actor } | { readonly refreshToken: string }): Promise<void>;
  /** Null: the member is gone. */
  describe(actor: Actor): Promise<ShownUser | null>;
}

export interface PeopleParts extends LoginCheckParts, CredentialParts {
  readonly revocations: Revocations;
}

function shown(member: MemberRecord, { slug, plan }: TenantRecord): ShownUser {
  const { id, email, name, role } = member;
  return { id, email, name, role, tenant: { slug, plan } };
}

export function openPeople(parts: PeopleParts): People {
  const { sessions, tokens, find, ssoHolds, revocations } = parts;
  const authenticate = createLoginCheck(parts);

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

  return {
    ...openCredentialActors(parts),
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
      if (found && !(await isAllowed(opened.value.session, found, ssoHolds))) return loginOver();
      if (found && isActiveIn(found, sandbox)) return ok(await answer(found, opened.value));
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
    async describe({ tenant, id }) {
      const found = await find(tenant, id);
      return found && shown(found.member, found.tenant);
    },
  };
}
