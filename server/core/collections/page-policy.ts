/** Security headers of a page that has its own nonce: the page may do what its policy names, and nothing else. */
import { assert } from '#shared/base/assert.ts';

/** Base64 text of 16 characters or more. */
const nonceText = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;

/** @throws where the text is no nonce: the page would be sent with a policy that allows nothing, or more than it should */
export function assertNonce(nonce: string): void {
  assert(nonceText.test(nonce), 'a nonce is base64 text');
}

export interface PageRights {
  /** Its own scripts run. */
  readonly scripts?: boolean;
  /** Further directives of the Content Security Policy (Level 3), or others than the usual ones. */
  readonly policy?: Readonly<Record<`${string}-${string}`, string>>;
  /**
   * `strict-origin` for a page with a form: with the form the browser sends the page's origin, and not the rest of its address,
   * which may be a secret. Absent: `no-referrer`, the browser sends neither.
   */
  readonly referrer?: 'no-referrer' | 'strict-origin';
}

/**
 * @param nonce fresh for every answer, base64 text
 * @returns headers that also keep shared caches from holding the page
 */
export function pageHeaders(
  nonce: string,
  { policy = {}, referrer = 'no-referrer', scripts = false }: PageRights = {},
): Readonly<Record<string, string>> {
  assertNonce(nonce);
  const directives = {
    'default-src': "'none'",
    ...(scripts && { 'script-src': `'nonce-${nonce}'` }),
    'style-src': `'nonce-${nonce}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...policy,
  };
  return {
    'Content-Security-Policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': referrer,
  };
}
