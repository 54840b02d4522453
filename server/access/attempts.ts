/**
 * Failed attempts at a password, counted in fixed windows: by account and address together, so that nobody locks a
 * person out from elsewhere; by address, against one who tries many accounts; and, far higher, by account alone, against
 * one who has many addresses. In this process's memory: with several servers each counts its own.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, minuteMs, secondMs } from '#shared/base/time.ts';

export const windowMs = 15 * minuteMs;
type Kind = 'pair' | 'address' | 'account';
export type AttemptLimits = Readonly<Record<Kind, number>>;
export const passwordAttemptsMax: AttemptLimits = { pair: 10, address: 100, account: 300 };
/** Mails that were asked for: a mailbox is not to be filled by strangers. */
export const mailAttemptsMax: AttemptLimits = { pair: 5, address: 50, account: 10 };
/** Counters kept; when there are more, the window begins anew. */
const countersMax = 200_000;

export interface Attempts {
  /** Takes one attempt, before the password is looked at: whoever sends many at once gets no more looks than one by one. */
  take(account: string, address: string): Result<null>;
  /** The attempt was a good one: it does not count, nor do the pair's earlier ones. */
  succeeded(account: string, address: string): void;
}

/** IPv6: people are given whole /64 networks; IPv4 mapped into IPv6 is IPv4. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export function createAttempts(clock: Clock, attemptsMax: AttemptLimits = passwordAttemptsMax): Attempts {
  let window = -1;
  let taken = new Map<string, number>();

  function keys(account: string, address: string): readonly (readonly [Kind, string])[] {
    const network = networkOf(address);
    return [
      ['pair', `p ${network} ${account}`],
      ['address', `n ${network}`],
      ['account', `a ${account}`],
    ];
  }

  function turn(): void {
    const current = Math.floor(clock() / windowMs);
    if (current === window && taken.size <= countersMax) return;
    window = current;
    taken = new Map();
  }

  return {
    take(account, address) {
      turn();
      const all = keys(account, address);
      if (all.some(([kind, key]) => (taken.get(key) ?? 0) >= attemptsMax[kind])) {
        const retryAfterSeconds = Math.max(1, Math.ceil(((window + 1) * windowMs - clock()) / secondMs));
        return refuse({
          code: 'too_many_attempts',
          message: `Too many attempts. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes, or reset the password by mail.`,
          detail: { retryAfterSeconds },
        });
      }
      for (const [, key] of all) taken.set(key, (taken.get(key) ?? 0) + 1);
      return ok(null);
    },
    succeeded(account, address) {
      for (const [kind, key] of keys(account, address)) {
        if (kind === 'pair') taken.delete(key);
        else taken.set(key, Math.max(0, (taken.get(key) ?? 0) - 1));
      }
    },
  };
}
