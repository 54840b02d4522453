/**
 * Consents and what comes of them: a code good once for a minute, refresh tokens good once each. A code or a refresh
 * token that comes a second time was copied: the whole grant ends (RFC 9700 section 4.14).
 */

import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { ok } from '#shared/base/result.ts';
import { type Clock, dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import { type Plan, type TenantStore, type Transaction, UniqueViolation } from '../../store/contract.ts';
import { newCredential } from '../credentials/new-id.ts';
import { provesChallenge } from '../credentials/pkce.ts';
import { refreshTokens } from '../credentials/refresh-tokens.ts';
import { credentialHash, type Secrets } from '../credentials/secrets.ts';
import { type OAuthGrantRecord, oauthClients, oauthGrants } from './tables.ts';

/** Lifetime of a code, in ms. */
export const codeMs = minuteMs;
/** Time without a refresh after which a grant is over, in ms. */
export const grantMs = 30 * dayMs;
/** Time in ms after which a grant is over, however often it is refreshed: the person is asked again. */
export const grantLifeMs = 90 * dayMs;
/** Maximum number of grants of one member; one more deletes the oldest. */
const grantsPerMemberMax = 200;
const pageRows = 500;
/** Maximum number of grants in one list. */
const shownMax = 1_000;
const actor = 'system:oauth';
const prefix = credentialPrefixes.appRefreshToken;
const purpose = 'oauth-refresh';

export interface Consent {
  readonly client: string;
  readonly tenant: string;
  readonly member: string;
  readonly scopes: readonly string[];
  /** Id of the page on which the consent was given. */
  readonly decision: string;
  readonly redirectUri: string;
  readonly challenge: string;
  /** ISO 8601: the end of the login it was given in, where that has one (single sign-on). */
  readonly endsAt: string | null;
}

/** Selects the grants of a whole tenant, or of one member of it. */
export type GrantsOf = { readonly tenant: string; readonly member?: string };

export interface Granted {
  readonly grant: OAuthGrantRecord;
  readonly refreshToken: string;
}

/** What proves a code: the client that it was given to, where it was sent, and the verifier of its challenge. */
export interface CodeProof {
  readonly client: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

export interface OAuthGrants {
  /** @returns the code; null where this consent was used already */
  consent(consent: Consent): Promise<string | null>;
  /** Null: unknown, used, too old, of another client or address, or not proven by the verifier. */
  redeem(code: string, by: CodeProof): Promise<Granted | null>;
  /** The grant that `redeem` would turn now; null where that answers null. Changes nothing. */
  ofCode(code: string, by: CodeProof): Promise<OAuthGrantRecord | null>;
  /** Null: not ours, of another client, of a grant that is over, or used before: then the grant ends. */
  refresh(refreshToken: string, client: string): Promise<Granted | null>;
  /** The grant that a refresh token belongs to, and whether the token is the valid one of a grant that is not over. */
  ofRefreshToken(refreshToken: string): Promise<{ readonly grant: OAuthGrantRecord; readonly good: boolean } | null>;
  /** Null where it has ended. */
  alive(id: string): Promise<OAuthGrantRecord | null>;
  revoke(id: string): Promise<void>;
  /** @returns how many ended, of those that were used for a token */
  revokeAll(of: Required<GrantsOf>): Promise<number>;
  /** Lists the grants that were used for a token and have not ended, newest first, at most 1,000. */
  list(of: GrantsOf): Promise<readonly OAuthGrantRecord[]>;
}

/** ISO 8601: when a grant is over, however often it is refreshed. */
export function endOfGrant({ createdAt, endsAt }: OAuthGrantRecord): string {
  return endsAt ?? isoTime(Date.parse(createdAt) + grantLifeMs);
}

function isGrantAlive(grant: OAuthGrantRecord, now: string): boolean {
  return grant.revokedAt === null && grant.expiresAt >= now && endOfGrant(grant) >= now;
}

const isSentTo = (grant: OAuthGrantRecord, { client, redirectUri }: CodeProof): boolean =>
  grant.client === client && grant.redirectUri === redirectUri;

function isCodeGood(grant: OAuthGrantRecord, { verifier }: CodeProof, now: string): boolean {
  const unused = grant.turn === 0 && isGrantAlive(grant, now) && grant.codeExpiresAt >= now;
  return unused && provesChallenge(verifier, grant.challenge);
}

async function endGrant(tx: Transaction, { id, revokedAt }: OAuthGrantRecord): Promise<void> {
  if (revokedAt === null) await tx.update('oauth_grants', id, { revokedAt: tx.now });
}

/** Makes room for one more grant of this member: deletes those that have ended, and the oldest beyond the bound. */
async function makeRoom(tx: Transaction, member: string, now: string): Promise<void> {
  const sort = [{ path: 'id', direction: 'desc' }] as const;
  const rows = await tx.find(oauthGrants, { where: where({ member }), sort, limit: grantsPerMemberMax * 2 });
  const kept = rows.filter((grant) => isGrantAlive(grant, now)).slice(0, grantsPerMemberMax - 1);
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const { id } of rows) if (!keptIds.has(id)) await tx.delete('oauth_grants', id);
}

export function openOAuthGrants(control: TenantStore, secrets: Secrets, clock: Clock): OAuthGrants {
  const tokens = refreshTokens(secrets, prefix, purpose);
  const commit = <T>(plan: Plan<T>) => commitControl(control, actor, plan);
  const isAlive = (grant: OAuthGrantRecord) => isGrantAlive(grant, isoTime(clock()));
  const expiry = (end: string) => {
    const usual = isoTime(clock() + grantMs);
    return end < usual ? end : usual;
  };
  const granted = (grant: OAuthGrantRecord): Granted => ({ grant, refreshToken: tokens.write(grant) });
  const turned = async (tx: Transaction, grant: OAuthGrantRecord) =>
    granted(await tx.update(oauthGrants, grant.id, { turn: grant.turn + 1, expiresAt: expiry(endOfGrant(grant)) }));
  return {
    async consent({ scopes, endsAt: asked, ...consent }) {
      const code = newCredential('authorizationCode');
      try {
        return await commit(async (tx) => {
          if (await tx.findOne('oauth_grants', { decision: consent.decision })) return ok(null);
          await makeRoom(tx, consent.member, isoTime(clock()));
          const longest = isoTime(clock() + grantLifeMs);
          const endsAt = asked !== null && asked < longest ? asked : longest;
          const client = await tx.get(oauthClients, consent.client);
          if (client && client.grantedAt === null) await tx.update('oauth_clients', client.id, { grantedAt: tx.now });
          await tx.create('oauth_grants', {
            ...consent,
            scopes: [...scopes],
            codeHash: credentialHash(code),
            codeExpiresAt: isoTime(clock() + codeMs),
            turn: 0,
            expiresAt: expiry(endsAt),
            endsAt,
            revokedAt: null,
          });
          return ok(code);
        });
      } catch (fault) {
        if (fault instanceof UniqueViolation) return null;
        throw fault;
      }
    },
    redeem: (code, by) =>
      commit<Granted | null>(async (tx) => {
        const grant = await tx.findOne(oauthGrants, { codeHash: credentialHash(code) });
        if (!grant || !isSentTo(grant, by)) return ok(null);
        if (grant.turn !== 0) await endGrant(tx, grant);
        return ok(isCodeGood(grant, by, isoTime(clock())) ? await turned(tx, grant) : null);
      }),
    async ofCode(code, by) {
      const grant = await control.findOne(oauthGrants, { codeHash: credentialHash(code) });
      return grant && isSentTo(grant, by) && isCodeGood(grant, by, isoTime(clock())) ? grant : null;
    },
    async refresh(refreshToken, client) {
      const given = tokens.read(refreshToken);
      if (!given) return null;
      return commit<Granted | null>(async (tx) => {
        const grant = await tx.get(oauthGrants, given.id);
        if (!grant || grant.client !== client || !isAlive(grant)) return ok(null);
        if (grant.turn === given.turn) return ok(await turned(tx, grant));
        await endGrant(tx, grant);
        return ok(null);
      });
    },
    async ofRefreshToken(refreshToken) {
      const given = tokens.read(refreshToken);
      const grant = given && (await control.get(oauthGrants, given.id));
      return given && grant ? { grant, good: isAlive(grant) && grant.turn === given.turn } : null;
    },
    async alive(id) {
      const grant = await control.get(oauthGrants, id);
      return grant && isAlive(grant) ? grant : null;
    },
    revoke: (id) =>
      commit(async (tx) => {
        const grant = await tx.get(oauthGrants, id);
        if (grant) await endGrant(tx, grant);
        return ok(undefined);
      }),
    async revokeAll(of) {
      for (let ended = 0; ; ) {
        const rows = await commit(async (tx) => {
          const some = await tx.find(oauthGrants, { where: where({ ...of, revokedAt: null }), limit: pageRows });
          for (const { id } of some) await tx.update('oauth_grants', id, { revokedAt: tx.now });
          return ok(some);
        });
        const now = isoTime(clock());
        ended += rows.filter((grant) => grant.turn > 0 && grant.expiresAt >= now).length;
        if (rows.length < pageRows) return ended;
      }
    },
    async list(of) {
      const sort = [{ path: 'id', direction: 'desc' }] as const;
      const rows = await control.find(oauthGrants, {
        where: where({ ...of, revokedAt: null }),
        sort,
        limit: shownMax,
      });
      return rows.filter((grant) => grant.turn > 0 && isAlive(grant));
    },
  };
}
