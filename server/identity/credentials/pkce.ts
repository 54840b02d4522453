/** Proof key for code exchange: a secret of the client that began, shown when it takes the code (RFC 7636, S256). */
import { createHash } from 'node:crypto';
import { isSame } from '../../core/is-same.ts';

/** RFC 7636 section 4.6; false also for a verifier of another form. */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return isSame(createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url'));
}
