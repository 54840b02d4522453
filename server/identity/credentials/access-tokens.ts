/**
 * Access tokens of people and their apps: JWTs (RFC 9068) signed with Ed25519, good for as long as token-lives.ts says. A token
 * names the person and the session, that of an app also the app and its scopes; what the person may do is read from the
 * member's record at each request.
 */
import type { KeyObject } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { JOSEError, JWKSNoMatchingKey, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { setBounded } from '#shared/base/bounded-map.ts';
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
  /** `expiresIn` in seconds. */
  issue(subject: TokenSubject): Promise<{ readonly accessToken: string; readonly expiresIn: number }>;
  /** Reads what the token itself proves, and no record; refuses with `unauthenticated` or `credential_expired`. */
  read(token: string): Promise<Result<TokenSubject>>;
}

/** Three parts of canonical base64url: one token has one spelling. */
export function looksLikeJwt(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && fromBase64url(part) !== null);
}

/** A token whose signature was checked: it proves the same until it ends, as long as its key is believed. */
interface Proven {
  readonly subject: TokenSubject;
  readonly endsMs: number;
  readonly kid: unknown;
  readonly key: KeyObject;
}

/**
 * Maximum number of tokens that are remembered as checked: a check of the signature takes 140 µs of CPU, a request for one
 * record some 150.
 */
const provenMax = 2_000;

function subjectOf({ client_id: client, scope, sid, sub, tid }: JWTPayload): TokenSubject | null {
  if (!isId(sub) || !isId(tid) || !isId(sid)) return null;
  const subject = { member: sub, tenant: tid, session: sid };
  if (client === undefined) return subject;
  if (!isId(client) || typeof scope !== 'string') return null;
  return { ...subject, app: { client, scopes: scope.split(' ').filter((one) => one !== '') } };
}

const unknownToken = () => refuse({ code: 'unauthenticated', message: 'This access token is not valid.' });

export function openAccessTokens(keys: SigningKeys, issuer: string, clock: Clock): AccessTokens {
  const proven = new Map<string, Proven>();

  const keyOf = async (kid: unknown) => (typeof kid === 'string' && isId(kid) ? keys.publicKey(kid) : null);

  /** @throws JOSEError where the token is none of ours, or has ended */
  async function prove(token: string): Promise<TokenSubject | null> {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await keyOf(kid);
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
    const subject = subjectOf(payload);
    const { kid } = protectedHeader;
    const key = await keyOf(kid);
    const endsMs = Number(payload.exp) * secondMs + clockToleranceMs;
    if (subject && key) setBounded(proven, token, { subject, endsMs, kid, key }, provenMax);
    return subject;
  }

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
      const known = proven.get(token);
      if (known && clock() < known.endsMs && (await keyOf(known.kid)) === known.key) return ok(known.subject);
      if (!looksLikeJwt(token)) return unknownToken();
      try {
        const subject = await prove(token);
        return subject ? ok(subject) : unknownToken();
      } catch (fault) {
        if (fault instanceof JWTExpired)
          return refuse({ code: 'credential_expired', message: 'This access token has expired. Refresh it.' });
        if (fault instanceof JOSEError) return unknownToken();
        throw fault;
      }
    },
  };
}
