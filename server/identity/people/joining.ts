/**
 * Makes a person a member: invited by mail and accepted by link, or created with a password by administration on the machine
 * itself. The account and its membership are stored first; only then does the member become active.
 */

import { must } from '#shared/base/assert.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { emailKeyOf, type MemberRecord, members } from '#shared/modules/auth/members.ts';
import { where } from '#shared/query/query.ts';
import { type Actor, systemActor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import { audit } from '../audit.ts';
import type { Endings } from '../credentials/endings.ts';
import { type AccountParts, accountByPassword } from './account-by-password.ts';
import { type ActivateParts, activateMember, type NamedMember } from './activate-member.ts';
import type { MailedLinks } from './invitations.ts';
import type { FindMember, FoundMember } from './member-lookup.ts';

export interface NewMember extends NamedMember {
  readonly password: string;
}

export interface AcceptRequest {
  readonly token: string;
  /** A new one; where the account of the email address has a password, that one. */
  readonly password: unknown;
  /** Null: the name that the inviter wrote is kept. */
  readonly name: string | null;
  /** Network address of the client. */
  readonly address: string;
}

export interface Joining {
  /**
   * Makes the member active at once, also where it was invited or suspended; for administration on the machine. An account
   * that has a password keeps it.
   */
  add(tenant: TenantRecord, member: NewMember): Promise<Result<MemberRecord>>;
  /** Returns the invitation that the link is for; null for a link that is not good (any more). */
  invited(token: string): Promise<{
    readonly email: string;
    /** Name that the inviter wrote. */
    readonly name: string | null;
    readonly tenant: string;
    readonly hasPassword: boolean;
  } | null>;
  /** Refuses with `invitation_gone`, or where the password does not fit (account-by-password.ts). Opens no session. */
  accept(request: AcceptRequest): Promise<Result<FoundMember>>;
  /**
   * The owner that a login link is made for: with an email address the active owner of that address (`not_found` where there
   * is none), without one the first active owner. A tenant without any gets one, who has no password.
   */
  ownerOf(tenant: TenantRecord, email?: string): Promise<Result<MemberRecord>>;
  /** Ends every credential of this member and its membership; called after its record was deleted. */
  forget(tenant: string, member: string): Promise<void>;
}

export interface JoiningParts extends AccountParts, ActivateParts {
  readonly endings: Endings;
  readonly links: MailedLinks;
  readonly find: FindMember;
  readonly clock: Clock;
}

const linkGone = () =>
  refuse({
    code: 'invitation_gone',
    message: 'This invitation was used or withdrawn, or is more than 7 days old. Ask for a new one.',
  });

export function openJoining(parts: JoiningParts): Joining {
  const { directory, accounts, endings, links, find, clock } = parts;

  async function invitedMember(token: string): Promise<FoundMember | null> {
    const link = links.readInvitation(token);
    const found = link && (await find(link.tenant, link.member));
    if (link === null || found?.member.status !== 'invited' || found.member.invitation !== link.invitation) return null;
    return (found.member.invitationExpiresAt ?? '') < isoTime(clock()) ? null : found;
  }

  return {
    async add(tenant, { email, password, role, name = null }) {
      const known = await accounts.byEmail(email);
      if (!known?.passwordHash) {
        const made = await accountByPassword(parts, email, password, 'local');
        if (!made.ok) return made;
      }
      const account = must(await accounts.byEmail(email), 'the account just made');
      return activateMember(parts, tenant, account.id, { email, role, name });
    },
    async ownerOf(tenant, email) {
      const store = await directory.open(tenant);
      const of = { role: 'owner', status: 'active', ...(email === undefined ? {} : { emailKey: emailKeyOf(email) }) };
      const sort = [{ path: 'createdAt', direction: 'asc' }] as const;
      const [first] = await store.find(members, { where: where(of), sort, limit: 1 });
      if (first) return ok(first);
      if (email !== undefined)
        return refuse({ code: 'not_found', message: `${email} is not an active owner of ${tenant.slug}.` });
      const made = `owner@${tenant.slug}.example`;
      return activateMember(parts, tenant, (await accounts.ensure(made)).id, { email: made, role: 'owner' });
    },
    async invited(token) {
      const found = await invitedMember(token);
      if (!found) return null;
      const { email, name } = found.member;
      const account = await accounts.byEmail(email);
      return { email, name, tenant: found.tenant.slug, hasPassword: account?.passwordHash != null };
    },
    async accept({ token, password, name, address }) {
      const found = await invitedMember(token);
      if (!found) return linkGone();
      const { member, store, tenant } = found;
      const account = await accountByPassword(parts, member.email, password, address);
      if (!account.ok) return account;
      await accounts.join(account.value.id, tenant.id, member.id);
      const done = await store.commit(`user:${member.id}`, async (tx) => {
        const current = await tx.get(members, member.id);
        if (current?.status !== 'invited' || current.invitation !== member.invitation) return linkGone();
        const joined = { status: 'active', account: account.value.id, invitation: null, joinedAt: tx.now };
        const updated = await tx.update(members, member.id, { ...joined, name: name ?? current.name });
        const actor: Actor = {
          ...systemActor(tenant.id, ''),
          kind: 'user',
          id: member.id,
          label: member.email,
          from: address,
        };
        await audit(tx, actor, { action: 'member.joined', subject: member.email });
        return ok(updated);
      });
      return done.ok ? ok({ ...found, member: done.value.value }) : done;
    },
    async forget(tenant, member) {
      await endings.ofMember('removed', { tenant, member });
      await accounts.leave(tenant, member);
    },
  };
}
