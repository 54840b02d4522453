/**
 * UUIDv7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then random bits, so that ids sort by birth.
 *
 * @param nowMs Unix time in milliseconds
 * @param random ten random bytes; the caller brings them because shared code has no randomness
 */
export function uuidv7(nowMs: number, random: Uint8Array): string {
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(12, '0');
  const hex = Array.from(random.subarray(0, 10), (b) => b.toString(16).padStart(2, '0')).join('');
  const variant = ((random[2]! & 0x3f) | 0x80).toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(1, 4)}-${variant}${hex.slice(6, 8)}-${hex.slice(8)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether it is a UUID of a version from 1 to 8, in lower case. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && uuid.test(text);
}
