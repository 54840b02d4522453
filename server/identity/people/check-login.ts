/** Checks an email address and a password: who logs in, and in which of their tenants. Opens no session. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { emailKeyOf } from '#shared/modules/auth/members.ts';
import type { Accounts } from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { type FindMember, type FoundMember, isActiveIn } from './member-lookup.ts';
import type { Passwords } from './passwords.ts';

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  /** The slug of one of the person's tenants, where there are several. */
  readonly tenant?: string | null | undefined;
  /** Network address of the client. */
  readonly address: string;
  readonly sandbox: boolean;
}

export interface LoginCheckParts {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly find: FindMember;
}

const wrongPassword = () =>
  refuse({ code: 'login_failed', message: 'The address or the password is wrong. Check both, or reset the password.' });

export function createLoginCheck({ accounts, attempts, find, passwords }: LoginCheckParts) {
  /** The active memberships of this account, here or in the sandbox. */
  async function choices(account: string, sandbox: boolean): Promise<readonly FoundMember[]> {
    const all = await accounts.memberships(account);
    const found = await Promise.all(all.map(({ tenant, member }) => find(tenant, member)));
    return found.filter(
      (one) => one !== null && isActiveIn(one, sandbox) && one.member.account === account,
    ) as FoundMember[];
  }

  return async function checkLogin(request: LoginRequest): Promise<Result<FoundMember>> {
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
    // A correct password without a membership is answered like a wrong one.
    if (!only) return wrongPassword();
    if (others.length > 0)
      return refuse({
        code: 'tenant_ambiguous',
        message: 'You are a member of several tenants. Send the slug of one as `tenant`.',
        path: 'tenant',
        detail: { tenants: mine.map((one) => one.tenant.slug).sort() },
      });
    return ok(only);
  };
}
