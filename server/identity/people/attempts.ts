/**
 * Attempts (at a password, the failed ones; mails asked for, logins by single sign-on, registrations of apps), counted in
 * fixed windows: by account and network address together, so that no one locks a person out from another address; by address,
 * against one who tries many accounts; and by account alone, against one who has many addresses. The counts stand in the
 * control database, beside its log: all servers on it count together.
 */
import { subscriberNetwork } from '#shared/base/network-address.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';

export const windowMs = 15 * minuteMs;
type Kind = 'pair' | 'address' | 'account';
/** Maximum number of attempts in one window. */
export type AttemptLimits = Readonly<Record<Kind, number>>;
export const passwordAttemptsMax: AttemptLimits = { pair: 10, address: 100, account: 300 };
/** Mails that were asked for: strangers must not fill a mailbox. */
export const mailAttemptsMax: AttemptLimits = { pair: 5, address: 50, account: 10 };
/** Logins begun at an identity provider; a whole company may share one address. */
export const ssoAttemptsMax: AttemptLimits = { pair: 1_000, address: 2_000, account: 20_000 };
/** Apps that register themselves: all of them are one account. */
export const registrationsMax: AttemptLimits = { pair: 20, address: 20, account: 2_000 };
const actor = 'system:attempts';

export interface Attempts {
  /**
   * Takes one attempt, before the password is checked: many requests at once get no more checks than one after the other.
   *
   * @returns `too_many_attempts` with `retryAfterSeconds`; `overloaded`
   */
  take(account: string, address: string): Promise<Result<null>>;
  /** The attempt was a good one: it does not count, nor do the pair's earlier ones. */
  succeeded(account: string, address: string): Promise<void>;
}

interface Counter {
  readonly kind: Kind;
  readonly key: string;
}

/** @param name what is attempted: each is counted apart */
export function openAttempts(
  control: TenantStore,
  clock: Clock,
  name: string,
  attemptsMax: AttemptLimits = passwordAttemptsMax,
): Attempts {
  /** The window is part of the key, so that the counts of a new one begin at zero. */
  function counters(account: string, address: string): readonly Counter[] {
    const network = subscriberNetwork(address);
    const window = Math.floor(clock() / windowMs);
    return [
      { kind: 'pair', key: `attempts ${name} ${window} p ${network} ${account}` },
      { kind: 'address', key: `attempts ${name} ${window} n ${network}` },
      { kind: 'account', key: `attempts ${name} ${window} a ${account}` },
    ];
  }

  // The counts are forgotten after a day, and stand in no log: a thousand guesses leave no trace.
  const read = async (tx: Transaction, { key }: Counter) => Number((await tx.recall(key))?.answer ?? 0);
  const write = (tx: Transaction, { key }: Counter, count: number) => tx.remember(key, '', count);

  function tooMany(): Result<never> {
    const nowMs = clock();
    const endMs = (Math.floor(nowMs / windowMs) + 1) * windowMs;
    const retryAfterSeconds = Math.max(1, Math.ceil((endMs - nowMs) / secondMs));
    return refuse({
      code: 'too_many_attempts',
      message: `Too many attempts. Wait ${Math.ceil(retryAfterSeconds / 60)} min, or reset the password by email.`,
      detail: { retryAfterSeconds },
    });
  }

  return {
    async take(account, address) {
      const all = counters(account, address);
      const done = await control.commit<null>(actor, async (tx) => {
        const taken: number[] = [];
        for (const counter of all) taken.push(await read(tx, counter));
        if (all.some(({ kind }, i) => (taken[i] ?? 0) >= attemptsMax[kind])) return tooMany();
        for (const [i, counter] of all.entries()) await write(tx, counter, (taken[i] ?? 0) + 1);
        return ok(null);
      });
      return done.ok ? ok(null) : done;
    },
    async succeeded(account, address) {
      const all = counters(account, address);
      await control.commit(actor, async (tx) => {
        for (const counter of all) {
          const taken = await read(tx, counter);
          await write(tx, counter, counter.kind === 'pair' ? 0 : Math.max(0, taken - 1));
        }
        return ok(null);
      });
    },
  };
}
