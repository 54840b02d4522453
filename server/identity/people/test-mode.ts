/**
 * The way of a logged-in person into the sandbox of the organization: a login link of the same person there, good once and
 * for a minute. There is no such way back: the live organization is entered with a login of its own alone.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { emailKeyOf, type MemberRecord, members, roles } from '#shared/modules/auth/members.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { type ActivateParts, activateMember } from './activate-member.ts';
import type { LoginLinks } from './login-links.ts';
import type { LoginSessions } from './login-sessions.ts';
import type { FindMember, FoundMember } from './member-lookup.ts';

const linkMs = minuteMs;
/** The session there ends after so long, and with the live session that it was made from (`source`). */
const sessionMs = 12 * hourMs;

export interface TestMode {
  /**
   * A person who is no member of the sandbox becomes one, with the role they have; one who is keeps the role they have
   * there. A role that the sandbox does not know becomes viewer.
   *
   * @returns the one-time token for `/sandbox/console/?login=…`; refuses with `person_only`, `live_only`,
   *   `test_mode_closed` and `unauthenticated`
   */
  enter(actor: Actor): Promise<Result<{ readonly token: string; readonly expiresAt: string }>>;
}

export interface TestModeParts extends ActivateParts {
  readonly sessions: LoginSessions;
  readonly loginLinks: LoginLinks;
  readonly find: FindMember;
  readonly clock: Clock;
}

const closed = (message: string) => refuse({ code: 'test_mode_closed', message });

/** The same person there: by the account, else by the address as long as no other account has it. */
async function memberThere(
  parts: ActivateParts,
  sandbox: TenantRecord,
  { member }: FoundMember,
): Promise<Result<MemberRecord>> {
  const { account, email, name } = member;
  if (account === null) return closed('This member has no account. Log in again.');
  const store = await parts.directory.open(sandbox);
  const own = await store.findOne(members, { account });
  const there = own ?? (await store.findOne(members, { emailKey: emailKeyOf(email) }));
  if (there && there.account !== null && there.account !== account)
    return closed('In test mode your address belongs to another login. Log in there with that one.');
  if (there?.status === 'active') return ok(there);
  if (there?.status === 'suspended')
    return closed('You are suspended in test mode. Ask an administrator of test mode to reinstate you.');
  const isKnown = isBuiltInRole(member.role) || (await store.findOne(roles, { name: member.role })) !== null;
  const role = there?.role ?? (isKnown ? member.role : 'viewer');
  return activateMember(parts, sandbox, account, { email, role, name });
}

export function openTestMode(parts: TestModeParts): TestMode {
  const { clock, directory, find, loginLinks, sessions } = parts;
  return {
    async enter(actor) {
      if (actor.kind !== 'user' || actor.session === undefined)
        return refuse({
          code: 'person_only',
          message: 'Only a logged-in person can switch to test mode. Use a key of the sandbox at the sandbox address.',
        });
      const found = await find(actor.tenant, actor.id);
      const session = await sessions.alive(actor.session);
      if (!found || !session) return refuse({ code: 'unauthenticated', message: 'This login is over. Log in again.' });
      if (found.tenant.sandboxOf !== null)
        return refuse({
          code: 'live_only',
          message: 'This is test mode already. Its login does not open live events.',
        });
      const sandbox = await directory.sandboxOf(found.tenant.id);
      if (!sandbox) return closed('This organization has no test mode.');
      const member = await memberThere(parts, sandbox, found);
      if (!member.ok) return member;
      const nowMs = clock();
      const last = isoTime(nowMs + sessionMs);
      const sessionEndsAt = session.endsAt !== null && session.endsAt < last ? session.endsAt : last;
      const owner = { tenant: sandbox.id, member: member.value.id };
      const token = await loginLinks.create(owner, { lifeMs: linkMs, sessionEndsAt, source: session.id });
      return ok({ token, expiresAt: isoTime(nowMs + linkMs) });
    },
  };
}
