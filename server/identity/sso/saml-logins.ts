/**
 * Logins on their way to an identity provider and back, in the control database, so that any server takes the answer to
 * another's request: a request is answered once, an assertion opens one session, a code is changed for it once.
 */

import { createHash } from 'node:crypto';
import { ok } from '#shared/base/result.ts';
import { type Clock, isoTime, minuteMs } from '#shared/base/time.ts';
import { commitControl } from '../../core/tenants/commit-control.ts';
import { type Plan, type TenantStore, type Transaction, UniqueViolation } from '../../store/contract.ts';
import { newCredential } from '../credentials/new-id.ts';
import { credentialHash } from '../credentials/secrets.ts';
import { type SamlLoginRecord, samlLogins } from './tables.ts';

/** Time limit for a person at the provider, in ms. */
export const requestMs = 10 * minuteMs;
/** Time limit for the browser from here to the page that asks for the session, in ms; `requestMs` where the provider began. */
export const codeMs = 2 * minuteMs;
/** Logins that have ended are deleted, a few at a time, with each new one. */
const tidiedAtOnce = 50;
const actor = 'system:saml';

export interface BegunLogin {
  readonly tenant: string;
  /** Of the login page (PKCE); null: the provider began, or an OAuth request is carried. */
  readonly challenge: string | null;
  /** Path of the console's page that opens after the login; not used where an OAuth request is carried. */
  readonly goesTo: string;
  /** The stamped OAuth request that the login is for; null: the console's own login. */
  readonly carried: string | null;
}

export type Claimed =
  | { readonly kind: 'claimed'; readonly login: SamlLoginRecord }
  | { readonly kind: 'replayed' | 'answered' };

export interface SamlLogins {
  /** @param request the ID of our request */
  begin(request: string, login: BegunLogin): Promise<void>;
  /** The login that this request began, until it is answered. */
  waiting(request: string): Promise<SamlLoginRecord | null>;
  /**
   * Uses up the assertion, and the request it answers: from here on neither opens anything.
   *
   * @param login the one that waited, or one that the provider began by itself
   * @returns `replayed`: the assertion was used before; `answered`: the request was
   */
  claim(
    assertion: { readonly issuer: string; readonly id: string; readonly goodUntilMs: number },
    login: SamlLoginRecord | BegunLogin,
  ): Promise<Claimed>;
  /** @returns the code that the browser takes to the page where it began */
  giveCode(login: SamlLoginRecord, member: string, sessionEndsMs: number | null): Promise<string>;
  /** Uses up the code; null: unknown, used or too old. The caller checks first whether the code is for what it does. */
  takeCode(code: string): Promise<SamlLoginRecord | null>;
  /** Leaves the code good; null: unknown, used or too old. */
  ofCode(code: string): Promise<SamlLoginRecord | null>;
}

export function openSamlLogins(control: TenantStore, clock: Clock): SamlLogins {
  const commit = <T>(plan: Plan<T>) => commitControl(control, actor, plan);
  const isOver = ({ expiresAt }: SamlLoginRecord) => expiresAt < isoTime(clock());

  async function tidy(tx: Transaction): Promise<void> {
    const over = { kind: 'field', path: 'expiresAt', op: 'less_than', value: isoTime(clock()) } as const;
    for (const collection of ['saml_logins', 'saml_assertions'])
      for (const { id } of await tx.find(collection, { where: over, limit: tidiedAtOnce }))
        await tx.delete(collection, id);
  }

  const started = ({ tenant, challenge, goesTo, carried }: BegunLogin, request: string | null) => ({
    ...{ tenant, challenge, goesTo, carried, request, expiresAt: isoTime(clock() + requestMs) },
    ...{ answeredAt: null, codeHash: null, member: null, sessionEndsAt: null },
  });

  async function ofCode(code: string): Promise<SamlLoginRecord | null> {
    const found = await control.findOne(samlLogins, { codeHash: credentialHash(code) });
    return found && !isOver(found) ? found : null;
  }

  return {
    begin: (request, login) =>
      commit(async (tx) => {
        await tidy(tx);
        await tx.create('saml_logins', started(login, request));
        return ok(undefined);
      }),
    async waiting(request) {
      const found = await control.findOne(samlLogins, { request });
      return found && found.answeredAt === null && !isOver(found) ? found : null;
    },
    async claim({ issuer, id, goodUntilMs }, login) {
      const hash = createHash('sha256')
        .update(JSON.stringify([login.tenant, issuer, id]))
        .digest('hex');
      try {
        return await commit<Claimed>(async (tx) => {
          await tidy(tx);
          if (await tx.findOne('saml_assertions', { hash })) return ok({ kind: 'replayed' });
          await tx.create('saml_assertions', { tenant: login.tenant, hash, expiresAt: isoTime(goodUntilMs) });
          const begun = 'id' in login ? await tx.get(samlLogins, login.id) : null;
          if ('id' in login && begun?.answeredAt !== null) return ok({ kind: 'answered' });
          const claimed = begun
            ? await tx.update(samlLogins, begun.id, { answeredAt: tx.now })
            : await tx.create(samlLogins, { ...started(login, null), answeredAt: tx.now });
          return ok({ kind: 'claimed', login: claimed });
        });
      } catch (fault) {
        if (fault instanceof UniqueViolation) return { kind: 'replayed' };
        throw fault;
      }
    },
    async giveCode({ id, request }, member, sessionEndsMs) {
      const code = newCredential('singleSignOnCode');
      const sessionEndsAt = sessionEndsMs === null ? null : isoTime(sessionEndsMs);
      // A login that the provider began is confirmed by a person first, and has more time.
      const expiresAt = isoTime(clock() + (request === null ? requestMs : codeMs));
      await commit(async (tx) => {
        await tx.update('saml_logins', id, { codeHash: credentialHash(code), member, sessionEndsAt, expiresAt });
        return ok(null);
      });
      return code;
    },
    ofCode,
    takeCode: (code) =>
      commit(async (tx) => {
        const codeHash = credentialHash(code);
        const found = await tx.findOne(samlLogins, { codeHash });
        if (!found) return ok(null);
        await tx.delete('saml_logins', found.id);
        return ok(isOver(found) ? null : found);
      }),
  };
}
