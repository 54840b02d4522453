/**
 * The control database: tenants and the credentials that lead to them. It is a tenant store like any other, so that
 * these records too are committed with their changes; no module and no surface sees it.
 */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { oauthCollections } from '../../identity/apps/tables.ts';
import { peopleCollections } from '../../identity/people/tables.ts';
import { samlCollections } from '../../identity/sso/tables.ts';

export const controlTenant = 'control';

export const plans = ['starter', 'business', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const tenants = defineCollection({
  name: 'tenants',
  module: 'control',
  labels: { one: 'Tenant', many: 'Tenants' },
  fields: [
    { name: 'slug', type: 'slug', required: true, maxLength: 60, index: true },
    { name: 'plan', type: 'select', options: plans, required: true },
    { name: 'modules', type: 'array', of: 'text', required: true, maxItems: 200 },
    { name: 'sandboxOf', type: 'relation', to: 'tenants', unique: true, note: 'Null: a live tenant.' },
    { name: 'demo', type: 'boolean', required: true, default: false },
    {
      name: 'unfinished',
      type: 'boolean',
      note: 'True from the first step of its creation to the last: the keys were shown to none yet.',
    },
    { name: 'requestsPerMinute', type: 'integer', min: 1, note: 'Agreed with this tenant; null: what the plan says.' },
    {
      name: 'allowedOrigins',
      type: 'array',
      of: 'text',
      maxItems: 50,
      maxLength: 300,
      note: 'Of web pages that may call with a token of this tenant.',
    },
    {
      name: 'schemaVersion',
      type: 'integer',
      note: 'Raised with each change of its own collections, so that every server looks again.',
    },
  ],
  uniques: [['slug', 'sandboxOf']],
});
export type TenantRecord = RecordOf<typeof tenants>;

export const apiKeys = defineCollection({
  name: 'api_keys',
  module: 'control',
  labels: { one: 'API key', many: 'API keys' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'hash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500 },
    { name: 'roles', type: 'array', of: 'text', required: true, maxItems: 20 },
    {
      name: 'maker',
      type: 'text',
      maxLength: 120,
      index: true,
      note: 'As the log names actors; null: made before keys knew it.',
    },
    { name: 'grant', type: 'text', maxLength: 36, note: 'Of the app that made it, with which it ends.' },
    { name: 'makerLabel', type: 'text', maxLength: 254, note: 'The address of a person, the name of a key.' },
    { name: 'expiresAt', type: 'date' },
    { name: 'revokedAt', type: 'date' },
  ],
});
export type ApiKeyRecord = RecordOf<typeof apiKeys>;

/** 8 characters, 10 minutes, single use: turns a device into a kiosk of one gate. */
export const pairingCodes = defineCollection({
  name: 'pairing_codes',
  module: 'control',
  labels: { one: 'Pairing code', many: 'Pairing codes' },
  fields: [
    { name: 'hash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'event', type: 'text', required: true },
    { name: 'gate', type: 'text', required: true },
    { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor'], required: true },
    { name: 'maker', type: 'text', maxLength: 120, note: 'As the log names actors; null: on the machine itself.' },
    { name: 'expiresAt', type: 'date', required: true },
    { name: 'usedAt', type: 'date' },
  ],
});
export type PairingCodeRecord = RecordOf<typeof pairingCodes>;

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
    { name: 'usedAt', type: 'date' },
  ],
});
export type LoginLinkRecord = RecordOf<typeof loginLinks>;

/** Which kiosk belongs to which tenant, so that a device is found before its tenant is known. */
export const kioskHomes = defineCollection({
  name: 'kiosk_homes',
  module: 'control',
  labels: { one: 'Kiosk home', many: 'Kiosk homes' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true },
    { name: 'revokedAt', type: 'date', note: 'A word to every server; what decides is the kiosk itself.' },
  ],
});

/** What all servers on one database have in common, where no file holds it: identity/credentials/shared-secret.ts. One record. */
export const installations = defineCollection({
  name: 'installations',
  module: 'control',
  labels: { one: 'Installation', many: 'Installations' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true },
    { name: 'secret', type: 'text', required: true, hidden: true },
  ],
});

/** Which tenant may hold a record that a message from outside names: placements.ts. */
export const placements = defineCollection({
  name: 'placements',
  module: 'control',
  labels: { one: 'Placement', many: 'Placements' },
  fields: [
    { name: 'key', type: 'text', required: true, maxLength: 500, note: '`collection.field=value`' },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
  ],
  uniques: [['key', 'tenant']],
});

export const controlCollections = [
  tenants,
  apiKeys,
  pairingCodes,
  loginLinks,
  kioskHomes,
  placements,
  installations,
  ...peopleCollections,
  ...oauthCollections,
  ...samlCollections,
];
