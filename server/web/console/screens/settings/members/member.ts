/** Members and roles as the API gives them, and what a member's state is in words. */

import type { builtInRoles } from '#shared/modules/auth/roles.ts';
import { day } from '../../../../parts/format-time.ts';
import { t } from '../../../../parts/text/text.ts';
import { listAll } from '../../../data/page-query.ts';

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
  owner: t('full_access_including_other_owners'),
  admin: t('full_access_except_other_owners'),
  editor: t('can_view_and_edit_everything_except'),
  viewer: t('can_view_everything_except_administration'),
};

export interface RoleChoice {
  readonly name: string;
  readonly may: string;
}

/** The built-in roles, then those of the organization. */
export async function readRoles(): Promise<readonly RoleChoice[]> {
  const roles = await listAll<{ name: string; note: string | null }>('roles', { sort: 'name' });
  const own = roles.map(({ name, note }) => ({ name, may: note ?? t('custom_role') }));
  return [...Object.entries(built).map(([name, may]) => ({ name, may })), ...own];
}

export function isExpired({ status, invitationExpiresAt }: Member): boolean {
  return status === 'invited' && invitationExpiresAt !== null && Date.parse(invitationExpiresAt) < Date.now();
}

export function sinceWhen(member: Member): string {
  const { status, joinedAt, invitationSentAt, invitationExpiresAt, invitationProblem } = member;
  if (status !== 'invited') return joinedAt === null ? '' : t('joined', { day: day(joinedAt) });
  if (isExpired(member)) return t('the_invitation_has_expired_cancel_it');
  if (invitationProblem !== null) return t('the_email_could_not_be_sent', { invitationProblem });
  if (invitationSentAt === null) return t('the_email_is_being_sent');
  return invitationExpiresAt === null ? '' : t('valid_until_2', { day: day(invitationExpiresAt) });
}
