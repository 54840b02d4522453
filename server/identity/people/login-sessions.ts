/**
 * The one list of sessions: logins of every kind, each with an id that its tokens carry. A refresh token is good once; the
 * next one comes with its use. One that comes a second time was copied: the whole login ends. Ended logins are refused from
 * the next request on.
 */

import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, dayMs, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import type { Plan, TenantStore, Transaction } from '../../store/contract.ts';
import { refreshTokens } from '../credentials/refresh-tokens.ts';
import type { Secrets } from '../credentials/secrets.ts';
import { type LoginSessionRecord, loginSessions, type WayIn } from './tables.ts';

export const refreshTokenMs = 30 * dayMs;
/** Time in ms after which a login ends, however often it is refreshed. */
export const loginMs = 90 * dayMs;
/** Maximum number of logins of one member at a time; one more deletes the oldest. */
export const sessionsPerMemberMax = 50;
const pageRows = 500;
/** Maximum number of sessions in one list. */
const shownMax = 1_000;
const actor = 'system:logins';
const prefix = credentialPrefixes.refreshToken;
const purpose = 'refresh-token';
/** Beginning of a session's own bearer, which a login link gives. */
export const bearerPrefix = credentialPrefixes.session;
const bearerPurpose = 'session-bearer';

export interface SessionOwner {
  readonly account: string;
  readonly tenant: string;
  readonly member: string;
}

export interface BegunSession {
  readonly how: WayIn;
  /** The network address it is begun from. */
  readonly from: string;
  /** ISO 8601; no refresh leads beyond it. Absent or null: `loginMs` from the beginning. */
  readonly endsAt?: string | null;
  /** Id of the session that this one is made from, and ends with. Absent or null: it is made from none. */
  readonly source?: string | null;
}

export interface OpenedSession {
  readonly session: LoginSessionRecord;
  readonly refreshToken: string;
}

/** Selects the sessions of an account, of a whole tenant or of one member of it; of one way in only, where `how` names it. */
export type SessionsOf =
  | { readonly account: string }
  | { readonly tenant: string; readonly member?: string; readonly how?: WayIn };

export interface LoginSessions {
  /** No refresh leads beyond `endsAt`, nor beyond `loginMs`. */
  open(owner: SessionOwner, begun: BegunSession): Promise<OpenedSession>;
  /** The next refresh token for this one, or `unauthenticated`. A token that was used before ends its session. */
  refresh(refreshToken: string): Promise<Result<OpenedSession>>;
  /** Returns the id of the session that a refresh token belongs to, good or spent; null: the token was not stamped here. */
  sessionOf(refreshToken: string): string | null;
  /** Finds the session, also one that has ended; null: unknown. */
  find(id: string): Promise<LoginSessionRecord | null>;
  /** @returns null where it has ended */
  alive(id: string): Promise<LoginSessionRecord | null>;
  /** Ends the session and those that were made from it, directly or through others. */
  end(id: string): Promise<void>;
  /** @returns how many ended, without those that were made from them */
  endAll(of: SessionsOf): Promise<number>;
  /** Ends the sessions that were made from the selected ones, and not those themselves. */
  endMadeFrom(of: SessionsOf): Promise<void>;
  /** Lists the sessions that have not ended, newest first, at most 1,000. */
  list(of: SessionsOf): Promise<readonly LoginSessionRecord[]>;
  /** A bearer that is good for as long as the session. */
  bearerOf(session: LoginSessionRecord): string;
  /** Returns the id of the session of such a bearer; null: the bearer was not stamped here. */
  sessionOfBearer(bearer: string): string | null;
}

const ended = () =>
  refuse({ code: 'unauthenticated', message: 'This refresh token is no longer valid. Log in again.' });

/** Ends the sessions that were made from it, and those that were made from them. */
async function endMade(tx: Transaction, source: string): Promise<void> {
  const made = await tx.find(loginSessions, { where: where({ source, revokedAt: null }), limit: pageRows });
  for (const { id } of made) await revoke(tx, id);
}

async function revoke(tx: Transaction, id: string): Promise<void> {
  await tx.update(loginSessions, id, { revokedAt: tx.now });
  await endMade(tx, id);
}

export function openLoginSessions(control: TenantStore, secrets: Secrets, clock: Clock): LoginSessions {
  const tokens = refreshTokens(secrets, prefix, purpose);
  const bearers = refreshTokens(secrets, bearerPrefix, bearerPurpose);
  const commit = <T>(plan: Plan<T>) => commitControl(control, actor, plan);
  const earlier = (a: string, b: string) => (a < b ? a : b);
  const expiry = (endsAt: string) => earlier(endsAt, isoTime(clock() + refreshTokenMs));
  /** A session that an earlier release opened has no `endsAt`. */
  const endOf = ({ createdAt, endsAt }: LoginSessionRecord) =>
    earlier(endsAt ?? '9999', isoTime(Date.parse(createdAt) + loginMs));
  const isAlive = (session: LoginSessionRecord) =>
    session.revokedAt === null && earlier(session.expiresAt, endOf(session)) >= isoTime(clock());

  /** Deletes the sessions that have ended, and of too many the oldest. */
  async function tidy(tx: Transaction, member: string): Promise<void> {
    const rows = await tx.find(loginSessions, {
      where: where({ member }),
      sort: [{ path: 'id', direction: 'desc' }],
      limit: pageRows,
    });
    const kept = rows.filter(isAlive).slice(0, sessionsPerMemberMax - 1);
    for (const row of rows) if (!kept.includes(row)) await tx.delete('login_sessions', row.id);
  }

  const find = async (id: string) => await control.get(loginSessions, id);

  async function alive(id: string): Promise<LoginSessionRecord | null> {
    const session = await find(id);
    if (!session || !isAlive(session)) return null;
    const { source } = session;
    return source === null || (await alive(source)) ? session : null;
  }

  return {
    open: (owner, { endsAt = null, from, how, source = null }) =>
      commit(async (tx) => {
        await tidy(tx, owner.member);
        const last = isoTime(clock() + loginMs);
        const ends = endsAt === null ? last : earlier(endsAt, last);
        const values = { ...owner, how, from, turn: 1, expiresAt: expiry(ends), endsAt: ends, source, revokedAt: null };
        const session = await tx.create(loginSessions, values);
        return ok({ session, refreshToken: tokens.write(session) });
      }),
    async refresh(refreshToken) {
      const given = tokens.read(refreshToken);
      if (!given) return ended();
      const next = await commit<OpenedSession | null>(async (tx) => {
        const session = await tx.get(loginSessions, given.id);
        if (!session || !isAlive(session)) return ok(null);
        if (session.turn !== given.turn) {
          await revoke(tx, session.id);
          return ok(null);
        }
        const turn = session.turn + 1;
        const expiresAt = expiry(endOf(session));
        const turned = await tx.update(loginSessions, session.id, { turn, expiresAt });
        return ok({
          session: turned,
          refreshToken: tokens.write({ ...session, turn }),
        });
      });
      return next ? ok(next) : ended();
    },
    sessionOf: (refreshToken) => tokens.read(refreshToken)?.id ?? null,
    find,
    alive,
    end: (id) =>
      commit(async (tx) => {
        const session = await tx.get('login_sessions', id);
        if (session && session['revokedAt'] === null) await revoke(tx, id);
        return ok(undefined);
      }),
    async endAll(of) {
      for (let ended = 0; ; ) {
        const rows = await commit(async (tx) => {
          const some = await tx.find(loginSessions, { where: where({ ...of, revokedAt: null }), limit: pageRows });
          for (const { id } of some) await revoke(tx, id);
          return ok(some);
        });
        ended += rows.filter(({ expiresAt }) => expiresAt >= isoTime(clock())).length;
        if (rows.length < pageRows) return ended;
      }
    },
    endMadeFrom: (of) =>
      commit(async (tx) => {
        const sources = await tx.find(loginSessions, { where: where({ ...of, revokedAt: null }), limit: shownMax });
        for (const { id } of sources) await endMade(tx, id);
        return ok(undefined);
      }),
    async list(of) {
      const rows = await control.find(loginSessions, {
        where: where({ ...of, revokedAt: null }),
        sort: [{ path: 'id', direction: 'desc' }],
        limit: shownMax,
      });
      return rows.filter(isAlive);
    },
    bearerOf: ({ id }) => bearers.write({ id, turn: 0 }),
    sessionOfBearer: (bearer) => bearers.read(bearer)?.id ?? null,
  };
}
