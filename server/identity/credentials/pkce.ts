/** Proof key for code exchange: a secret of the client that began, shown when it takes the code (RFC 7636, S256). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Section 4.6. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [made, expected] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')];
  return made.length === expected.length && timingSafeEqual(made, expected);
}
