/** The lifetime of access tokens, by kind. The keys that signed them are trusted for as long (signing-keys.ts). */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';

export const tokenLivesMs = {
  /** Of people who logged in; their pages renew it. */
  session: 15 * minuteMs,
  /** Of apps, as the interface has it; they too are read from the grant at each request. */
  app: 8 * hourMs,
} as const satisfies Readonly<Record<string, number>>;

/** Clocks of servers differ a little. */
export const clockToleranceMs = 5 * secondMs;

export const longestTokenMs = Math.max(...Object.values(tokenLivesMs)) + clockToleranceMs;
