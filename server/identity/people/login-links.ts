/**
 * One-time links that open the console without a password (`gate_ll_…`): made on the machine itself, printed at the start, or
 * given to a person who enters test mode. Each is of a member, whose session it becomes: what ends that member's access ends
 * the link, too.
 */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Clock, hourMs, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { commitControl, deleteControlRows } from '../../core/tenants/commit-control.ts';
import type { TenantStore, Transaction } from '../../store/contract.ts';
import { newCredential } from '../credentials/new-id.ts';
import { credentialHash } from '../credentials/secrets.ts';
import type { FindMember, FoundMember } from './member-lookup.ts';
import { loginLinks } from './tables.ts';

const loginLinkMs = hourMs;
/** Maximum number of rows of a member that one more link looks through. */
const spentAtOnce = 500;
const actor = 'system:login-links';

export interface LinkOwner {
  readonly tenant: string;
  readonly member: string;
}

export interface LinkTerms {
  /** Milliseconds in which it has to be used. */
  readonly lifeMs: number;
  /** ISO 8601: the session that it opens ends then at the latest. */
  readonly sessionEndsAt: string;
  /** The session in which it is made: the one that it opens ends with that. */
  readonly source: string;
}

export interface RedeemedLink {
  readonly found: FoundMember;
  /** ISO 8601; null: the caller sets the usual end. */
  readonly sessionEndsAt: string | null;
  /** The session that the opened one ends with; null: it stands by itself. */
  readonly source: string | null;
}

export interface LoginLinks {
  /** @returns the one-time token for `/console/?login=…`, good for an hour unless `terms` say another time */
  create(owner: LinkOwner, terms?: LinkTerms): Promise<string>;
  /** The active member whose link it is. Refuses (`unauthenticated`) one that was used, is too old, or has been ended. */
  redeem(token: string, sandbox: boolean): Promise<Result<RedeemedLink>>;
  /** Deletes the links of this member that were not used; one that was opens nothing any more. */
  endAll(owner: LinkOwner): Promise<void>;
}

const linkGone = () =>
  refuse({
    code: 'unauthenticated',
    message:
      'This login link was already used or has expired. Restart the server, or create a new one with: npm run -s gatehouse -- login.',
  });

/** Links that open nothing any more go when the member gets the next one; else the table would grow with each entry. */
async function deleteSpent(tx: Transaction, { tenant, member }: LinkOwner, now: string): Promise<void> {
  const rows = await tx.find(loginLinks, { where: where({ tenant, member }), limit: spentAtOnce });
  for (const { id, usedAt, expiresAt } of rows) if (usedAt || expiresAt < now) await tx.delete('login_links', id);
}

export function openLoginLinks(control: TenantStore, find: FindMember, clock: Clock): LoginLinks {
  return {
    async create({ tenant, member }, terms) {
      const token = newCredential('loginLink');
      const expiresAt = isoTime(clock() + (terms?.lifeMs ?? loginLinkMs));
      const sessionEndsAt = terms?.sessionEndsAt ?? null;
      const source = terms?.source ?? null;
      const values = { tenant, member, hash: credentialHash(token), expiresAt, sessionEndsAt, source, usedAt: null };
      await commitControl(control, actor, async (tx) => {
        await deleteSpent(tx, { tenant, member }, isoTime(clock()));
        return ok(await tx.create('login_links', values));
      });
      return token;
    },
    async redeem(token, sandbox) {
      const taken = await control.commit(actor, async (tx) => {
        const link = await tx.findOne(loginLinks, { hash: credentialHash(token) });
        if (!link || link.usedAt || link.expiresAt < isoTime(clock())) return linkGone();
        await tx.update('login_links', link.id, { usedAt: tx.now });
        return ok(link);
      });
      if (!taken.ok) return taken;
      const { tenant, member, sessionEndsAt, source } = taken.value.value;
      const found = await find(tenant, member);
      if (found?.member.status !== 'active' || (found.tenant.sandboxOf !== null) !== sandbox) return linkGone();
      return ok({ found, sessionEndsAt, source });
    },
    async endAll({ tenant, member }) {
      await deleteControlRows(control, actor, 'login_links', where({ tenant, member, usedAt: null }));
    },
  };
}
