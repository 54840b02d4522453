/**
 * People in the control database: an account is an address and a password, for all tenants it belongs to; a membership
 * leads from it to the member record in a tenant, which alone says what the person may do there.
 */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

export const accounts = defineCollection({
  name: 'accounts',
  module: 'control',
  labels: { one: 'Account', many: 'Accounts' },
  fields: [
    { name: 'email', type: 'email', required: true, maxLength: 254 },
    { name: 'emailKey', type: 'text', required: true, unique: true },
    { name: 'passwordHash', type: 'text', hidden: true, note: 'Argon2id; null: no password was chosen yet.' },
    { name: 'passwordChangedAt', type: 'date' },
    { name: 'reset', type: 'text', hidden: true, note: 'Bound into the reset link; null once it was used.' },
    { name: 'resetExpiresAt', type: 'date' },
  ],
});
export type AccountRecord = RecordOf<typeof accounts>;

/** A hint, written before the member becomes active: its reader checks the member. */
export const memberships = defineCollection({
  name: 'memberships',
  module: 'control',
  labels: { one: 'Membership', many: 'Memberships' },
  fields: [
    { name: 'account', type: 'relation', to: 'accounts', required: true, index: true },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'member', type: 'text', required: true },
  ],
  uniques: [['account', 'tenant']],
});
export type MembershipRecord = RecordOf<typeof memberships>;

/** Ways in which a session begins; `consent`: a person who logged in only to allow an app something. */
export const waysIn = ['password', 'sso', 'login_link', 'invitation', 'consent'] as const;
export type WayIn = (typeof waysIn)[number];

/** One login and every token that came of it: the one list of sessions. */
export const loginSessions = defineCollection({
  name: 'login_sessions',
  module: 'control',
  labels: { one: 'Login session', many: 'Login sessions' },
  fields: [
    { name: 'account', type: 'relation', to: 'accounts', required: true, index: true },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'member', type: 'text', required: true, index: true },
    {
      name: 'turn',
      type: 'integer',
      required: true,
      note: 'Which refresh token is valid: each carries its own.',
    },
    { name: 'how', type: 'select', options: waysIn, note: 'Null: begun before sessions knew it.' },
    { name: 'from', type: 'text', maxLength: 60, note: 'The network address it was begun from.' },
    { name: 'expiresAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date', note: 'No refresh leads beyond it; null: of an earlier release.' },
    { name: 'source', type: 'text', index: true, note: 'The session that it was made from, and ends with.' },
    { name: 'revokedAt', type: 'date' },
  ],
});
export type LoginSessionRecord = RecordOf<typeof loginSessions>;

/** A link that opens the console once, in the name of a member; it turns into a login session. */
export const loginLinks = defineCollection({
  name: 'login_links',
  module: 'control',
  labels: { one: 'Login link', many: 'Login links' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'member', type: 'text', required: true, index: true },
    { name: 'hash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'expiresAt', type: 'date', required: true },
    { name: 'sessionEndsAt', type: 'date', note: 'The session that it opens ends then at the latest.' },
    { name: 'source', type: 'text', note: 'The session that it was made in: the one that it opens ends with it.' },
    { name: 'usedAt', type: 'date' },
  ],
});
export type LoginLinkRecord = RecordOf<typeof loginLinks>;

export const peopleTables = [accounts, memberships, loginSessions, loginLinks];
