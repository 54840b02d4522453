/** A member as it stands now: the record in its tenant, and what its role allows. Read at each request. */

import { type MemberRecord, members, roles as rolesCollection } from '#shared/modules/auth/members.ts';
import { isBuiltInRole } from '#shared/modules/auth/roles.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { powersOf, type RolePowers } from '../../core/policy/roles.ts';
import type { TenantRecord } from '../../core/tenants/control.ts';
import type { Directory } from '../../core/tenants/directory.ts';
import type { TenantStore } from '../../store/contract.ts';

export interface FoundMember {
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  readonly member: MemberRecord;
}

/** Finds a member of any status by two ids; null: the tenant or the member is gone. */
export type FindMember = (tenant: string, member: string) => Promise<FoundMember | null>;

export function memberFinder(directory: Directory): FindMember {
  return async (tenantId, memberId) => {
    const tenant = await directory.byId(tenantId);
    if (!tenant) return null;
    const store = await directory.open(tenant);
    const member = await store.get(members, memberId);
    return member && { tenant, store, member };
  };
}

/** @param sandbox whether the tenant has to be a sandbox */
export function isActiveIn({ tenant, member }: FoundMember, sandbox: boolean): boolean {
  return member.status === 'active' && (tenant.sandboxOf !== null) === sandbox;
}

export async function powersOfMember({ store, member }: FoundMember): Promise<RolePowers> {
  const made = isBuiltInRole(member.role) ? null : await store.findOne(rolesCollection, { name: member.role });
  return powersOf(member.role, made?.scopes ?? null);
}

export async function actorOfMember(found: FoundMember, session: string): Promise<Actor> {
  const { scopes, roles } = await powersOfMember(found);
  const { member, tenant } = found;
  // A colleague who may not read members is not shown an address.
  const shownAs = member.name ?? member.email.split('@', 1)[0] ?? 'Member';
  return { tenant: tenant.id, kind: 'user', id: member.id, scopes, roles, shownAs, label: member.email, session };
}
