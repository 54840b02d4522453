/** Members and roles as the API gives them, and what a member's state is in words. */
import type { builtInRoles } from '#shared/modules/auth/roles.ts';
import { day } from '../../../../parts/format-time.ts';
import { listPage } from '../../../data/page-query.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly status: 'invited' | 'active' | 'suspended';
  readonly invitationSentAt: string | null;
  readonly invitationExpiresAt: string | null;
  readonly invitationProblem: string | null;
  readonly joinedAt: string | null;
}

const built: Readonly<Record<keyof typeof builtInRoles, string>> = {
  owner: 'full access, including other owners',
  admin: 'full access, except other owners',
  editor: 'can view and edit everything except administration',
  viewer: 'can view everything except administration',
};

const rolesMax = 200;

export interface RoleChoice {
  readonly name: string;
  readonly may: string;
}

/** The built-in roles, then those of the organization. */
export async function readRoles(): Promise<readonly RoleChoice[]> {
  const { data } = await listPage<{ name: string; note: string | null }>('roles', { sort: 'name', limit: rolesMax });
  const own = data.map(({ name, note }) => ({ name, may: note ?? 'custom role' }));
  return [...Object.entries(built).map(([name, may]) => ({ name, may })), ...own];
}

export function isExpired({ status, invitationExpiresAt }: Member): boolean {
  return status === 'invited' && invitationExpiresAt !== null && Date.parse(invitationExpiresAt) < Date.now();
}

export function sinceWhen(member: Member): string {
  const { status, joinedAt, invitationSentAt, invitationExpiresAt, invitationProblem } = member;
  if (status !== 'invited') return joinedAt === null ? '' : `Joined ${day(joinedAt)}`;
  if (isExpired(member)) return 'The invitation has expired. Cancel it and invite them again.';
  if (invitationProblem !== null) return `The email could not be sent: ${invitationProblem}`;
  if (invitationSentAt === null) return 'The email is being sent';
  return invitationExpiresAt === null ? '' : `Valid until ${day(invitationExpiresAt)}`;
}
