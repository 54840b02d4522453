/** The lifetime of access tokens, by kind. The keys that signed them are trusted a minute longer (signing-keys.ts). */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';

export const tokenLivesMs = {
  /** Tokens of people who logged in; their pages renew them. */
  session: 15 * minuteMs,
  /** Tokens of apps, as the interface defines; for them, too, the grant is read at each request. */
  app: 8 * hourMs,
} as const satisfies Readonly<Record<string, number>>;

/** Clocks of servers differ a little. */
export const clockToleranceMs = 5 * secondMs;

/** Time after which no token is accepted any more, of any kind. */
export const longestTokenMs = Math.max(...Object.values(tokenLivesMs)) + clockToleranceMs;
