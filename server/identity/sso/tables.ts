/**
 * Single sign-on in the control database: each tenant's identity provider, logins in progress, and assertions already
 * used.
 */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

export const samlProviders = defineCollection({
  name: 'saml_providers',
  module: 'control',
  labels: { one: 'SAML provider', many: 'SAML providers' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, unique: true },
    { name: 'entityId', type: 'text', required: true, maxLength: 1_000 },
    { name: 'ssoUrl', type: 'text', required: true, maxLength: 2_000 },
    { name: 'certificates', type: 'array', of: 'text', required: true, maxItems: 5, maxLength: 10_000 },
    { name: 'emailAttribute', type: 'text', maxLength: 300, note: 'Null: the NameID is the address.' },
    { name: 'nameAttribute', type: 'text', maxLength: 300 },
    { name: 'roleAttribute', type: 'text', maxLength: 300 },
    { name: 'roleMapping', type: 'json', required: true, note: 'A list of {value, role}; the first that fits counts.' },
    { name: 'defaultRole', type: 'text', required: true, maxLength: 60 },
    { name: 'createMembers', type: 'boolean', required: true },
    { name: 'emailDomains', type: 'array', of: 'text', required: true, maxItems: 50, maxLength: 253 },
    { name: 'idpInitiated', type: 'boolean', required: true },
    { name: 'signingCertificate', type: 'text', maxLength: 10_000, note: 'Null: requests go unsigned.' },
    { name: 'signingKey', type: 'text', hidden: true, note: 'Sealed.' },
    { name: 'allowedRoles', type: 'json', note: 'A list of {role, scopes} that an owner allowed; null: none yet.' },
    { name: 'ownersMayJoin', type: 'boolean', note: 'Whether an owner let owners log in by it; null: no.' },
  ],
});
export type SamlProviderRecord = RecordOf<typeof samlProviders>;

/**
 * A login from the request to the provider until the session: first with the request's ID, then with the code for the
 * browser.
 */
export const samlLogins = defineCollection({
  name: 'saml_logins',
  module: 'control',
  labels: { one: 'SAML login', many: 'SAML logins' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'request', type: 'text', unique: true, note: 'The ID of our request; null: the provider began.' },
    { name: 'challenge', type: 'text', maxLength: 128, note: 'SHA-256 of what only the browser that began knows.' },
    { name: 'goesTo', type: 'text', required: true, maxLength: 500 },
    { name: 'carried', type: 'text', maxLength: 8_000, note: 'An OAuth request that continues after the login.' },
    { name: 'expiresAt', type: 'date', required: true, index: true },
    { name: 'answeredAt', type: 'date' },
    { name: 'codeHash', type: 'text', unique: true, hidden: true },
    { name: 'member', type: 'text' },
    { name: 'sessionEndsAt', type: 'date' },
  ],
});
export type SamlLoginRecord = RecordOf<typeof samlLogins>;

/** Used assertions, kept until they expire, so that each opens one session. */
export const samlAssertions = defineCollection({
  name: 'saml_assertions',
  module: 'control',
  labels: { one: 'SAML assertion', many: 'SAML assertions' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'hash', type: 'text', required: true, unique: true },
    { name: 'expiresAt', type: 'date', required: true, index: true },
  ],
});

export const ssoTables = [samlProviders, samlLogins, samlAssertions];
