/** Who may work in a tenant, as a module: members, roles, the audit log. Active in every tenant. */
import { auditEntries, members, roles } from '#shared/modules/auth/members.ts';
import { authRefusalStatuses } from '#shared/modules/auth/refusals.ts';
import type { Module } from '../../core/collections/module.ts';
import type { WayOfEnding } from '../../identity/credentials/endings.ts';
import type { MailedLinks } from '../../identity/people/invitations.ts';
import type { Notices } from '../../identity/people/notices.ts';
import { endAccess } from './end-access.ts';
import { type LeftKey, memberRule } from './member-rule.ts';
import { notifyOwners } from './notify-owners.ts';
import { roleRule } from './role-rule.ts';
import { followInvitations, retryInvitations } from './send-invitations.ts';

export interface AuthPorts {
  readonly links: MailedLinks;
  readonly notices: Notices;
  /** How people reach the tenant, without a slash at the end, and what it is called. */
  readonly addressOf: (tenant: string) => Promise<{ readonly base: string; readonly tenantName: string }>;
  /** No way leads to this member any more. */
  readonly forget: (tenant: string, member: string) => Promise<void>;
  /** Ends what a member holds, as the table in identity/credentials/endings.ts has it. */
  readonly end: (way: WayOfEnding, tenant: string, member: string) => Promise<unknown>;
  /** API keys that the member made and that still open something. */
  readonly keysMadeBy: (tenant: string, member: string) => Promise<readonly LeftKey[]>;
  /** Ends what stands open in this actor's name. */
  readonly announce: (actor: string) => void;
}

export function createAuthModule(ports: AuthPorts): Module {
  return {
    name: 'auth',
    always: true,
    collections: [members, roles, auditEntries],
    actions: [],
    rules: [memberRule(ports), roleRule],
    followers: [followInvitations(ports), endAccess(ports), notifyOwners(ports)],
    jobs: [retryInvitations(ports)],
    refusals: authRefusalStatuses,
  };
}
