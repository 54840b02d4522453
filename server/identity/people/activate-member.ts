/** Makes a member active without an invitation, for administration on the machine. */
import { ok, type Result } from '#shared/base/result.ts';
import { emailKeyOf, type MemberRecord, members } from '#shared/modules/auth/members.ts';
import { systemActor } from '../../core/policy/actor.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import { audit } from '../audit.ts';
import type { Accounts } from './accounts.ts';

export interface NamedMember {
  readonly email: string;
  readonly role: string;
  /** Not used for a member who exists already. */
  readonly name?: string | null;
}

export interface ActivateParts {
  readonly directory: Directory;
  readonly accounts: Accounts;
}

/** Makes the member active at once, also where it was invited or suspended; `role` replaces the one it had. */
export async function activateMember(
  { accounts, directory }: ActivateParts,
  tenant: TenantRecord,
  account: string,
  { email, role, name = null }: NamedMember,
): Promise<Result<MemberRecord>> {
  const store = await directory.open(tenant);
  const actor = systemActor(tenant.id, 'administration');
  const done = await store.commit('system:administration', async (tx) => {
    const there = await tx.findOne('members', { emailKey: emailKeyOf(email) });
    if (there) {
      const again = { role, status: 'active', account, invitation: null, joinedAt: tx.now };
      await audit(tx, actor, { action: 'member.changed', subject: email, detail: { role } });
      return ok(await tx.update(members, there.id, again));
    }
    const made = await tx.create(members, {
      ...{ email, name, role, status: 'active', invitedBy: null, invitationSentAt: null },
      ...{ invitationExpiresAt: null, invitationProblem: null, joinedAt: tx.now },
      ...{ emailKey: emailKeyOf(email), account, invitation: null },
    });
    await audit(tx, actor, { action: 'member.added', subject: email, detail: { role } });
    return ok(made);
  });
  if (!done.ok) return done;
  await accounts.join(account, tenant.id, done.value.value.id);
  return ok(done.value.value);
}
