/** Accounts (an address and a password) and where each is a member: the control database's half of a person. */

import { ok } from '#shared/base/result.ts';
import { emailKeyOf } from '#shared/modules/auth/members.ts';
import { where } from '#shared/query/query.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import type { Plan, TenantStore } from '../../store/contract.ts';
import {
  type AccountRecord,
  accounts,
  accounts as accountTable,
  type MembershipRecord,
  memberships as membershipsCollection,
} from './tables.ts';

/** Maximum number of tenants that one person can choose from. */
export const membershipsMax = 50;
const actor = 'system:accounts';
/** Addresses are compared in lower case, so that no address is spelled like this. */
const memberKey = (tenant: string, member: string) => `SSO:${tenant}:${member}`;

export interface Accounts {
  byEmail(email: string): Promise<AccountRecord | null>;
  byId(id: string): Promise<AccountRecord | null>;
  /** The account of this address, made where there is none; it has no password then. */
  ensure(email: string): Promise<AccountRecord>;
  /**
   * The account of a member who logs in by the tenant's identity provider: theirs alone, and no address leads to it, so that an
   * account of the same address in another tenant is untouched.
   */
  ensureForMember(tenant: string, member: string, email: string): Promise<AccountRecord>;
  /** Sets the password, and ends a reset that was asked for. */
  setPassword(account: string, passwordHash: string): Promise<void>;
  /** @param reset bound into the link; ends the reset before it. @param expiresAt ISO 8601 */
  beginReset(account: string, reset: string, expiresAt: string): Promise<void>;
  /** Sets the password where this reset is still the valid one; null: it is not. */
  finishReset(account: string, reset: string, nowIso: string, passwordHash: string): Promise<AccountRecord | null>;
  join(account: string, tenant: string, member: string): Promise<void>;
  /** Deletes the membership, and the account that `ensureForMember` made for this member. */
  leave(tenant: string, member: string): Promise<void>;
  /** At most `membershipsMax`. */
  memberships(account: string): Promise<readonly MembershipRecord[]>;
}

export function openAccounts(control: TenantStore): Accounts {
  const commit = <T>(plan: Plan<T>) => commitControl(control, actor, plan);

  const ensure = (email: string, emailKey: string) =>
    commit(async (tx) => {
      const known = await tx.findOne(accountTable, { emailKey });
      if (known) return ok(known);
      const none = { passwordHash: null, passwordChangedAt: null, reset: null, resetExpiresAt: null };
      return ok(await tx.create(accounts, { email, emailKey, ...none }));
    });

  return {
    byEmail: async (email) => await control.findOne(accountTable, { emailKey: emailKeyOf(email) }),
    byId: async (id) => await control.get(accountTable, id),
    ensure: (email) => ensure(email, emailKeyOf(email)),
    ensureForMember: (tenant, member, email) => ensure(email, memberKey(tenant, member)),
    setPassword: (account, passwordHash) =>
      commit(async (tx) => {
        await tx.update('accounts', account, {
          passwordHash,
          passwordChangedAt: tx.now,
          reset: null,
          resetExpiresAt: null,
        });
        return ok(undefined);
      }),
    beginReset: (account, reset, resetExpiresAt) =>
      commit(async (tx) => {
        await tx.update('accounts', account, { reset, resetExpiresAt });
        return ok(undefined);
      }),
    finishReset: (account, reset, nowIso, passwordHash) =>
      commit(async (tx) => {
        const known = await tx.get(accountTable, account);
        if (!known || known.reset !== reset || (known.resetExpiresAt ?? '') < nowIso) return ok(null);
        const done = { passwordHash, passwordChangedAt: tx.now, reset: null, resetExpiresAt: null };
        return ok(await tx.update(accounts, account, done));
      }),
    join: (account, tenant, member) =>
      commit(async (tx) => {
        const known = await tx.findOne('memberships', { account, tenant });
        if (!known) await tx.create('memberships', { account, tenant, member });
        else if (known['member'] !== member) await tx.update('memberships', known.id, { member });
        return ok(undefined);
      }),
    leave: (tenant, member) =>
      commit(async (tx) => {
        const known = await tx.findOne('memberships', { tenant, member });
        if (known) await tx.delete('memberships', known.id);
        const own = await tx.findOne('accounts', { emailKey: memberKey(tenant, member) });
        if (own) await tx.delete('accounts', own.id);
        return ok(undefined);
      }),
    memberships: async (account) =>
      await control.find(membershipsCollection, {
        where: where({ account }),
        limit: membershipsMax,
      }),
  };
}
