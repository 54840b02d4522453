/** The account of an invited address: proven by its password, or made with a new one. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Accounts } from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { checkNewPassword, type Passwords } from './passwords.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
}

/** @param address of the client: failed attempts are counted for it */
export async function accountByPassword(
  { accounts, attempts, passwords }: AccountParts,
  email: string,
  password: unknown,
  address: string,
): Promise<Result<{ readonly id: string }>> {
  const known = await accounts.byEmail(email);
  if (known?.passwordHash) {
    const allowed = await attempts.take(known.emailKey, address);
    if (!allowed.ok) return allowed;
    const right = await passwords.verify(known.passwordHash, typeof password === 'string' ? password : '');
    if (!right.ok) return right;
    if (right.value) {
      await attempts.succeeded(known.emailKey, address);
      return ok(known);
    }
    return refuse({
      code: 'login_failed',
      message: `${email} already has a password. Accept with that password, or reset it by email.`,
      path: 'password',
    });
  }
  const good = checkNewPassword(password, email);
  if (!good.ok) return good;
  const hashed = await passwords.hash(good.value);
  if (!hashed.ok) return hashed;
  const account = await accounts.ensure(email);
  if (account.passwordHash === null) await accounts.setPassword(account.id, hashed.value);
  return ok(account);
}
