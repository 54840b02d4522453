/** The module of a tenant's members, roles and audit log. Active in every tenant. */

import { auditEntries, members, roles } from '#shared/modules/auth/members.ts';
import { authRefusalStatuses } from '#shared/modules/auth/refusals.ts';
import type { Module } from '../../core/collections/module.ts';
import { endAccess } from './end-access.ts';
import { memberRule } from './member-rule.ts';
import { notifyOwners } from './notify-owners.ts';
import type { AuthPorts } from './ports.ts';
import { roleRule } from './role-rule.ts';
import { followInvitations, retryInvitations } from './send-invitations.ts';

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
