/**
 * Collections of the people who may work in a tenant: its members, the roles it made itself, and the log of its
 * administration. Active in every tenant. The scope to read `auth` does not include them: they are administration.
 */
import { type Access, defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

const administration: Access = { read: ['admin:read'], write: ['admin:write'] };

export const memberStatuses = ['invited', 'active', 'suspended'] as const;

export const members = defineCollection({
  name: 'members',
  module: 'auth',
  resource: 'user',
  access: administration,
  labels: { one: 'Member', many: 'Members' },
  note: 'A person who can log in. Creating one sends an invitation; deleting one ends every session at once.',
  fields: [
    {
      name: 'email',
      type: 'email',
      required: true,
      maxLength: 254,
      note: 'Cannot be changed. Invite another address instead.',
    },
    { name: 'name', type: 'text', maxLength: 120 },
    {
      name: 'role',
      type: 'text',
      required: true,
      maxLength: 60,
      index: true,
      note: 'A built-in role, or one of `roles`.',
    },
    { name: 'status', type: 'select', options: memberStatuses, required: true, default: 'invited', index: true },
    { name: 'invitedBy', type: 'text', readOnly: true },
    { name: 'invitationSentAt', type: 'date', readOnly: true },
    { name: 'invitationExpiresAt', type: 'date', readOnly: true },
    { name: 'invitationProblem', type: 'text', readOnly: true, maxLength: 500 },
    { name: 'joinedAt', type: 'date', readOnly: true },
    { name: 'emailKey', type: 'text', hidden: true, unique: true },
    { name: 'account', type: 'text', hidden: true },
    { name: 'invitation', type: 'text', hidden: true, note: 'Part of the link. Null once the link was used.' },
  ],
  searchable: ['email', 'name'],
  lifecycle: {
    field: 'status',
    initial: 'invited',
    transitions: [
      { from: 'invited', to: 'active', emits: 'registered' },
      { from: 'active', to: 'suspended', emits: 'suspended' },
      { from: 'suspended', to: 'active', emits: 'reinstated' },
    ],
  },
});
export type MemberRecord = RecordOf<typeof members>;

export const roles = defineCollection({
  name: 'roles',
  module: 'auth',
  access: administration,
  labels: { one: 'Role', many: 'Roles' },
  note: 'A custom role of this tenant, besides owner, admin, editor and viewer: a name for a set of scopes.',
  fields: [
    { name: 'name', type: 'slug', required: true, unique: true, maxLength: 60 },
    { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500, maxLength: 120 },
    { name: 'note', type: 'text', maxLength: 500 },
  ],
});
export type RoleRecord = RecordOf<typeof roles>;

export const auditEntries = defineCollection({
  name: 'audit_entries',
  module: 'auth',
  access: administration,
  labels: { one: 'Audit entry', many: 'Audit entries' },
  note: 'What was done in administration: who, what, when (`createdAt`), and from which address.',
  fields: [
    { name: 'actor', type: 'text', required: true, index: true, maxLength: 120, note: 'As in the log: `user:<id>`.' },
    { name: 'actorLabel', type: 'text', maxLength: 254, note: 'The address of a person, the name of a key.' },
    { name: 'action', type: 'text', required: true, index: true, maxLength: 80 },
    { name: 'subject', type: 'text', maxLength: 300, note: 'The subject of the action.' },
    {
      name: 'from',
      type: 'text',
      maxLength: 60,
      note: 'The network address it came from. Null means the server itself.',
    },
    { name: 'detail', type: 'json' },
  ],
  searchable: ['actorLabel', 'action', 'subject'],
  writable: 'none',
});

export type AuditEntryRecord = RecordOf<typeof auditEntries>;

/** Returns an address in the form in which it is compared: NFC, lower case. Two that differ only in case are one person. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
