/**
 * Ends the credentials of a person whose access ends: the table of ways × credentials, and the one function that carries it
 * out. Requests read every credential each time; open connections are notified by `revocations` and, on other servers, by the
 * control database's log. README.md has the table in words.
 */
import type { TenantStore } from '../../store/contract.ts';
import type { OAuthGrants } from '../apps/oauth-grants.ts';
import { endPairingCodes } from '../kiosks/pairing.ts';
import type { Accounts } from '../people/accounts.ts';
import type { LoginLinks } from '../people/login-links.ts';
import type { LoginSessions } from '../people/login-sessions.ts';
import type { FindMember } from '../people/member-lookup.ts';
import { isGivenInSso, type SsoHolds } from '../sso/sso-standing.ts';
import type { Revocations } from './revocations.ts';

/** Credentials of a person. API keys belong to the tenant: they stay, and are listed with their maker. */
const everything = ['sessions', 'grants', 'login_links', 'pairing_codes'] as const;
/**
 * `unallowed_sso`: logins by single sign-on, and grants given in them, that the provider may not give any more.
 * `made_sessions`: those in test mode that were made from a session; they end with that one in any case.
 */
export const endable = [...everything, 'unallowed_sso', 'made_sessions'] as const;
export type Endable = (typeof endable)[number];

/**
 * A change of role ends logins by single sign-on that the provider may not give a member of the new role, and sessions in
 * test mode, where the person has the former role: what else acts for the person has the rights of the new role from the
 * next request on.
 */
export const endingsTable = {
  signed_out_everywhere: everything,
  password_changed: everything,
  password_reset: everything,
  suspended: everything,
  removed: everything,
  role_changed: ['unallowed_sso', 'made_sessions'],
  provider_changed: ['unallowed_sso'],
} as const satisfies Readonly<Record<string, readonly Endable[]>>;
export type WayOfEnding = keyof typeof endingsTable;

export interface Ended {
  readonly sessions: number;
  readonly grants: number;
}

export interface MemberOf {
  readonly tenant: string;
  readonly member: string;
}

export interface Endings {
  /** Ends the access of a member, in one tenant. */
  ofMember(way: WayOfEnding, member: MemberOf): Promise<Ended>;
  /** Ends the access of an account, in every tenant that it is a member of. */
  ofAccount(way: WayOfEnding, account: string): Promise<Ended>;
  /** Ends all logins and grants that the tenant's identity provider may not give any more, after it was changed or removed. */
  ofProvider(tenant: string): Promise<Ended>;
  /** Called where one session or grant of this member was ended: open connections check whether it was theirs. */
  announce(member: string): void;
}

export interface EndingParts {
  readonly control: TenantStore;
  readonly accounts: Accounts;
  readonly sessions: LoginSessions;
  readonly grants: OAuthGrants;
  readonly links: LoginLinks;
  readonly revocations: Revocations;
  readonly find: FindMember;
  readonly ssoHolds: SsoHolds;
}

export function openEndings(parts: EndingParts): Endings {
  const { control, accounts, sessions, grants, links, revocations, find, ssoHolds } = parts;

  async function endUnallowed(of: { readonly tenant: string; readonly member?: string }): Promise<Ended> {
    const logins = await sessions.list({ ...of, how: 'sso' });
    const given = (await grants.list(of)).filter(isGivenInSso);
    const ended = { sessions: 0, grants: 0 };
    for (const member of new Set([...logins, ...given].map((one) => one.member))) {
      const found = await find(of.tenant, member);
      if (found && (await ssoHolds(found))) continue;
      for (const one of logins.filter((login) => login.member === member)) {
        await sessions.end(one.id);
        ended.sessions += 1;
      }
      for (const one of given.filter((grant) => grant.member === member)) {
        await grants.revoke(one.id);
        ended.grants += 1;
      }
      revocations.announce(`user:${member}`);
    }
    return ended;
  }

  /** First the records, then the announcement: it makes open lines look at them. */
  async function ofMember(way: WayOfEnding, { tenant, member }: MemberOf): Promise<Ended> {
    const ends: readonly Endable[] = endingsTable[way];
    const owner = { tenant, member };
    if (ends.includes('made_sessions')) await sessions.endMadeFrom(owner);
    if (ends.includes('login_links')) await links.endAll(owner);
    if (ends.includes('pairing_codes')) await endPairingCodes(control, tenant, `user:${member}`);
    if (ends.includes('unallowed_sso')) {
      const ended = await endUnallowed(owner);
      revocations.announce(`user:${member}`);
      return ended;
    }
    const ended = {
      sessions: ends.includes('sessions') ? await sessions.endAll(owner) : 0,
      grants: ends.includes('grants') ? await grants.revokeAll(owner) : 0,
    };
    revocations.announce(`user:${member}`);
    return ended;
  }

  return {
    ofMember,
    ofProvider: (tenant) => endUnallowed({ tenant }),
    announce: (member) => revocations.announce(`user:${member}`),
    async ofAccount(way, account) {
      const all = await Promise.all((await accounts.memberships(account)).map((one) => ofMember(way, one)));
      return {
        sessions: all.reduce((sum, one) => sum + one.sessions, 0),
        grants: all.reduce((sum, one) => sum + one.grants, 0),
      };
    },
  };
}
