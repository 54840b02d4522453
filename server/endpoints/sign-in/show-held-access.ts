/** Sessions and grants as their lists show them: without any secret. */
import { endOfGrant } from '../../identity/apps/oauth-grants.ts';
import type { OAuthClientRecord, OAuthGrantRecord } from '../../identity/apps/tables.ts';
import type { LoginSessionRecord } from '../../identity/people/tables.ts';

export interface MemberName {
  readonly id: string;
  /** Null: a member who is gone. */
  readonly email: string | null;
}

type Names = ReadonlyMap<string, MemberName>;

const nameIn = (names: Names, id: string): MemberName => names.get(id) ?? { id, email: null };

/** Leaves out the sessions of consent pages. @param current id of the session that asks; undefined: an app or a key asks */
export function showSessions(held: readonly LoginSessionRecord[], names: Names, current: string | undefined) {
  return held
    .filter(({ how }) => how !== 'consent')
    .map(({ id, member, how, from, createdAt, updatedAt, expiresAt, endsAt }) => ({
      id,
      member: nameIn(names, member),
      how: how ?? null,
      from: from ?? null,
      isCurrent: id === current,
      createdAt,
      lastUsedAt: updatedAt,
      expiresAt,
      endsAt: endsAt ?? null,
    }));
}

/** @param apps by id; null for an app that was deleted */
export function showGrants(
  held: readonly OAuthGrantRecord[],
  names: Names,
  apps: ReadonlyMap<string, OAuthClientRecord | null>,
) {
  return held.map((grant) => {
    const app = apps.get(grant.client) ?? null;
    const { id, member, scopes, createdAt, updatedAt, expiresAt } = grant;
    return {
      id,
      app: { id: grant.client, name: app?.name ?? null, registeredItself: app?.tenant === null },
      member: nameIn(names, member),
      scopes,
      createdAt,
      lastUsedAt: updatedAt,
      expiresAt,
      endsAt: endOfGrant(grant),
    };
  });
}
