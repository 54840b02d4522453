/**
 * A password changed by its owner, or reset by a link in a mail. Either ends what endings.ts says: every login there was,
 * and every app that was allowed in one. The answers do not show whether an address is known here.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import { emailKeyOf } from '#shared/modules/auth/members.ts';
import type { Actor } from '../../core/policy/actor.ts';
import type { Endings } from '../credentials/endings.ts';
import type { Accounts } from './accounts.ts';
import type { Attempts } from './attempts.ts';
import { type MailedLinks, resetMs } from './invitations.ts';
import type { FindMember, FoundMember } from './member-lookup.ts';
import { checkNewPassword, type Passwords } from './passwords.ts';

/** Mail with a link to choose a new password. */
export interface ResetMail {
  readonly account: string;
  readonly email: string;
  readonly token: string;
  /** Id of the reset: a new one for each request. */
  readonly reset: string;
}

export interface PasswordChanges {
  /** Ends every login of the account, the actor's too: the caller opens a new one. `address`: network address of the client. */
  change(actor: Actor, request: { current: unknown; next: unknown; address: string }): Promise<Result<FoundMember>>;
  /** `too_many_attempts` after many requests for mails, for known and unknown addresses. */
  mayAsk(email: string, address: string): Promise<Result<null>>;
  /**
   * Begins a reset. Called after the request was answered: the time it takes would show whether the address is known.
   *
   * @returns the mail to send; null for an unknown address
   */
  forgot(email: string): Promise<ResetMail | null>;
  /** Refuses with `reset_gone`, or with what is wrong with the password. Opens no session. */
  reset(token: string, password: unknown): Promise<Result<{ readonly email: string }>>;
  /** Returns the address of the account whose password the link sets; null for one that is not good (any more). */
  resetting(token: string): Promise<{ readonly email: string } | null>;
}

export interface PasswordChangeParts {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  /** Attempts at passwords. */
  readonly attempts: Attempts;
  /** Requests for mails: counted apart, so that requests for a link lock no one out. */
  readonly mailAttempts: Attempts;
  readonly links: MailedLinks;
  readonly find: FindMember;
  readonly endings: Endings;
  readonly clock: Clock;
  readonly newId: () => string;
}

const linkGone = () =>
  refuse({ code: 'reset_gone', message: 'This link was already used or is more than 1 hour old. Request a new one.' });

export function openPasswordChanges(parts: PasswordChangeParts): PasswordChanges {
  const { accounts, endings, passwords, attempts, mailAttempts, links, find, clock, newId } = parts;

  async function resetAccount(token: string) {
    const link = links.readReset(token);
    const account = link && (await accounts.byId(link.account));
    if (!account || account.reset !== link.reset || (account.resetExpiresAt ?? '') < isoTime(clock())) return null;
    return { account, reset: link.reset };
  }

  return {
    async change(actor, { current, next, address }) {
      const found = actor.session === undefined ? null : await find(actor.tenant, actor.id);
      const account = found?.member.account ? await accounts.byId(found.member.account) : null;
      // A member who logs in by single sign-on has no password to change.
      if (!found || !account?.passwordHash)
        return refuse({
          code: 'person_only',
          message: 'Only a person who logged in with a password can change the password.',
        });
      const good = checkNewPassword(next, account.email, 'newPassword');
      if (!good.ok) return good;
      const allowed = await attempts.take(account.emailKey, address);
      if (!allowed.ok) return allowed;
      const right = await passwords.verify(account.passwordHash, typeof current === 'string' ? current : '');
      if (!right.ok) return right;
      if (!right.value)
        return refuse({
          code: 'password_wrong',
          message: 'This is not your current password.',
          path: 'currentPassword',
        });
      await attempts.succeeded(account.emailKey, address);
      const hashed = await passwords.hash(good.value);
      if (!hashed.ok) return hashed;
      await accounts.setPassword(account.id, hashed.value);
      await endings.ofAccount('password_changed', account.id);
      return ok(found);
    },
    mayAsk: (email, address) => mailAttempts.take(emailKeyOf(email), address),
    async forgot(email) {
      const account = await accounts.byEmail(email);
      if (!account) return null;
      const reset = newId();
      await accounts.beginReset(account.id, reset, isoTime(clock() + resetMs));
      return { account: account.id, email: account.email, token: links.reset({ account: account.id, reset }), reset };
    },
    async reset(token, password) {
      const asked = await resetAccount(token);
      if (!asked) return linkGone();
      const good = checkNewPassword(password, asked.account.email);
      if (!good.ok) return good;
      const hashed = await passwords.hash(good.value);
      if (!hashed.ok) return hashed;
      const done = await accounts.finishReset(asked.account.id, asked.reset, isoTime(clock()), hashed.value);
      if (!done) return linkGone();
      await endings.ofAccount('password_reset', done.id);
      return ok({ email: done.email });
    },
    async resetting(token) {
      const asked = await resetAccount(token);
      return asked && { email: asked.account.email };
    },
  };
}
