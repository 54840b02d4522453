/**
 * Access tokens of people and their apps: JWTs (RFC 9068) signed with Ed25519, good for as long as token-lives.ts says. What a token says is who and
 * in which session; what they may do is read from the member's record at each request.
 */
import { JOSEError, JWKSNoMatchingKey, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, secondMs } from '#shared/base/time.ts';
import type { SigningKeys } from './signing-keys.ts';
import { clockToleranceMs, tokenLivesMs } from './token-lives.ts';

export interface TokenSubject {
  readonly tenant: string;
  readonly member: string;
  /** The login it belongs to; of an app the grant. */
  readonly session: string;
  /** The app that holds it, and what it was allowed. */
  readonly app?: { readonly client: string; readonly scopes: readonly string[] };
}

export interface AccessTokens {
  issue(subject: TokenSubject): Promise<{ readonly accessToken: string; readonly expiresIn: number }>;
  /** Only what the token itself proves; refusals: `unauthenticated`, `credential_expired`. */
  read(token: string): Promise<Result<TokenSubject>>;
}

/** Three parts of canonical base64url: one token has one spelling. */
export function looksLikeJwt(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && fromBase64url(part) !== null);
}

const unknownToken = () => refuse({ code: 'unauthenticated', message: 'This access token is not valid.' });

export function openAccessTokens(keys: SigningKeys, issuer: string, clock: Clock): AccessTokens {
  return {
    async issue({ tenant, member, session, app }) {
      const expiresIn = tokenLivesMs[app ? 'app' : 'session'] / secondMs;
      const ofApp = app ? { client_id: app.client, scope: app.scopes.join(' ') } : {};
      const { kid, privateKey } = await keys.current();
      const now = Math.floor(clock() / secondMs);
      const accessToken = await new SignJWT({ tid: tenant, sid: session, ...ofApp })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(member)
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(privateKey);
      return { accessToken, expiresIn };
    },
    async read(token) {
      if (!looksLikeJwt(token)) return unknownToken();
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = typeof kid === 'string' && isId(kid) ? await keys.publicKey(kid) : null;
            if (!key) throw new JWKSNoMatchingKey();
            return key;
          },
          {
            algorithms: ['EdDSA'],
            typ: 'at+jwt',
            issuer,
            audience: issuer,
            requiredClaims: ['exp', 'iat', 'sub', 'tid', 'sid'],
            clockTolerance: clockToleranceMs / secondMs,
            currentDate: new Date(clock()),
          },
        );
        const { sub, tid, sid, client_id: client, scope } = payload;
        if (!isId(sub) || !isId(tid) || !isId(sid)) return unknownToken();
        const subject = { member: sub, tenant: tid, session: sid };
        if (client === undefined) return ok(subject);
        if (!isId(client) || typeof scope !== 'string') return unknownToken();
        return ok({ ...subject, app: { client, scopes: scope.split(' ').filter((one) => one !== '') } });
      } catch (fault) {
        if (fault instanceof JWTExpired)
          return refuse({ code: 'credential_expired', message: 'This access token has expired. Refresh it.' });
        if (fault instanceof JOSEError) return unknownToken();
        throw fault;
      }
    },
  };
}
