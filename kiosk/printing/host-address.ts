/**
 * Reads the address of a device host and accepts only the machine of the page itself, because the host receives badges
 * and the staff's PIN. Pure.
 */

/** `[::1]` is none of them: a content security policy cannot name it. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/**
 * @param text as a link, a person or the storage says it, token included
 * @returns the address as the browser spells it; null where it is not a WebSocket on this machine
 */
export function readHostAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== 'ws:' || url.username !== '' || url.password !== '') return null;
  return loopback.has(url.hostname) ? url.href : null;
}
