/** Checks the settings of a tenant's identity provider as they come from the API, and formats them as the API shows them. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { Field } from '#shared/schema/field.ts';
import { limitsOf } from './provider-limits.ts';
import type { SamlProviderRecord } from './tables.ts';

const rsaBitsMin = 2_048;
const mappingsMax = 100;
const textMax = 300;

export const providerFields = [
  {
    name: 'entityId',
    type: 'text',
    required: true,
    maxLength: 1_000,
    note: 'The provider’s entity ID, as in its metadata.',
  },
  { name: 'ssoUrl', type: 'url', required: true, maxLength: 2_000, note: 'Its HTTP-Redirect endpoint for logins.' },
  {
    name: 'certificates',
    type: 'array',
    of: 'text',
    required: true,
    maxItems: 5,
    maxLength: 10_000,
    note: 'The certificates it signs with, in PEM or base64. During a change, send both the old and the new one.',
  },
  { name: 'emailAttribute', type: 'text', maxLength: textMax, note: 'Null means the NameID is the address.' },
  { name: 'nameAttribute', type: 'text', maxLength: textMax },
  { name: 'roleAttribute', type: 'text', maxLength: textMax },
  {
    name: 'roleMapping',
    type: 'json',
    note: 'A list of {value, role}. The first entry whose value is asserted applies.',
  },
  {
    name: 'defaultRole',
    type: 'text',
    maxLength: 60,
    note: 'The role of members created at their first login. Default: viewer.',
  },
  {
    name: 'createMembers',
    type: 'boolean',
    note: 'Whether a person who is not a member becomes one at the first login.',
  },
  { name: 'emailDomains', type: 'array', of: 'text', maxItems: 50, maxLength: 253, note: 'If empty, any domain.' },
  { name: 'idpInitiated', type: 'boolean', note: 'Whether logins can begin at the provider. Default: false.' },
  {
    name: 'signingCertificate',
    type: 'text',
    maxLength: 10_000,
    note: 'The certificate of our private key, if requests are to be signed. In PEM or base64.',
  },
  { name: 'signingKey', type: 'text', maxLength: 10_000, note: 'Our private key, in PEM. Never shown again.' },
  {
    name: 'mayGive',
    type: 'array',
    of: 'text',
    maxItems: 100,
    maxLength: 60,
    note: 'Roles whose members log in with it. Set by owners only. Until an owner sets it, no one can log in with it.',
  },
  {
    name: 'ownersMayJoin',
    type: 'boolean',
    note: 'Whether owners can log in with it too. Set by owners only. Default: false.',
  },
] as const satisfies readonly Field[];

export type RoleMapping = Readonly<Record<'value' | 'role', string>>;

export function mappingsOf(value: unknown): readonly RoleMapping[] | null {
  if (!Array.isArray(value) || value.length > mappingsMax) return null;
  const good = value.every(
    (one) =>
      isObject(one) &&
      typeof one['value'] === 'string' &&
      typeof one['role'] === 'string' &&
      one['value'] !== '' &&
      one['value'].length <= textMax,
  );
  return good ? value.map(({ value: text, role }) => ({ value: text, role })) : null;
}

/**
 * A certificate carries a key and no more: the key set here is trusted until the setting changes, also when the
 * certificate has expired (as the SAML V2.0 Metadata Interoperability Profile has it). The API shows when it expires.
 *
 * @returns PEM; null for what is no certificate with an RSA key of 2048 bits at least
 */
export function certificateOf(text: string): string | null {
  const bare = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(bare, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    const strong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin;
    return strong ? certificate.toString() : null;
  } catch {
    return null;
  }
}

export function keyFits(privateKey: string, certificate: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}

function no(code: string, path: string, message: string): Result<never> {
  const refusal: Refusal = { code, path, message };
  return refuse(refusal);
}

export type ProviderValues = Pick<
  SamlProviderRecord,
  | 'entityId'
  | 'ssoUrl'
  | 'certificates'
  | 'emailAttribute'
  | 'nameAttribute'
  | 'roleAttribute'
  | 'roleMapping'
  | 'defaultRole'
  | 'createMembers'
  | 'emailDomains'
  | 'idpInitiated'
  | 'signingCertificate'
>;

/** Checks the given values over those from before, or over a new provider's. A key is given separately, for it is sealed. */
export function checkProvider(
  given: Readonly<Record<string, unknown>>,
  before: SamlProviderRecord | null,
): Result<ProviderValues> {
  const { signingKey: _sealed, mayGive: _roles, ownersMayJoin: _owners, ...named } = given;
  const start = {
    ...{ emailAttribute: null, nameAttribute: null, roleAttribute: null, roleMapping: [], defaultRole: 'viewer' },
    ...{ createMembers: false, emailDomains: [], idpInitiated: false, signingCertificate: null },
  };
  const asked = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value ?? null]));
  const all = { ...start, ...before, ...asked } as ProviderValues;
  const url = new URL(all.ssoUrl);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    return no('invalid_url', 'ssoUrl', 'The provider’s address must begin with https://.');
  const certificates = all.certificates.map(certificateOf);
  const strange = certificates.indexOf(null);
  if (certificates.length === 0 || strange >= 0)
    return no(
      'invalid_format',
      `certificates[${Math.max(0, strange)}]`,
      `Send X.509 certificates with an RSA key of at least ${rsaBitsMin} bits, as PEM or base64.`,
    );
  const roleMapping = mappingsOf(all.roleMapping ?? []);
  if (!roleMapping)
    return no(
      'invalid_format',
      'roleMapping',
      `The value must be a list of at most ${mappingsMax} {"value": "…", "role": "…"}.`,
    );
  const emailDomains = (all.emailDomains ?? []).map((domain) => domain.trim().toLowerCase());
  const odd = emailDomains.findIndex((domain) => !/^[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(domain));
  if (odd >= 0) return no('invalid_format', `emailDomains[${odd}]`, 'The value must be a domain such as example.org.');
  const signingCertificate = all.signingCertificate === null ? null : certificateOf(all.signingCertificate ?? '');
  if (all.signingCertificate && signingCertificate === null)
    return no('invalid_format', 'signingCertificate', 'This is not an X.509 certificate with an RSA key.');
  return ok({
    ...{ entityId: all.entityId, ssoUrl: url.href, certificates: certificates as string[], roleMapping, emailDomains },
    ...{ emailAttribute: all.emailAttribute, nameAttribute: all.nameAttribute, roleAttribute: all.roleAttribute },
    ...{ defaultRole: all.defaultRole ?? 'viewer', createMembers: all.createMembers ?? false },
    ...{ idpInitiated: all.idpInitiated ?? false, signingCertificate },
  });
}

/** Returns the provider for the API: certificates with their fingerprints, what an owner allowed, and no key. */
export function shownProvider(record: SamlProviderRecord) {
  const { id: _id, tenant: _tenant, allowedRoles: _allowed, signingKey, certificates, ...rest } = record;
  const { version, createdAt, updatedAt, ...said } = rest;
  const { allowed, ownersMayJoin } = limitsOf(record);
  const mayGive = allowed.map(({ role }) => role);
  const shown = certificates.map((pem) => {
    const { fingerprint256, subject, validFrom, validTo } = new X509Certificate(pem);
    return { pem, fingerprint256, subject, validFrom, validTo };
  });
  const limits = { mayGive, ownersMayJoin, waitsForOwner: mayGive.length === 0 && !ownersMayJoin };
  return {
    ...{ ...said, ...limits, signsRequests: signingKey !== null, certificates: shown },
    ...{ version, createdAt, updatedAt },
  };
}
