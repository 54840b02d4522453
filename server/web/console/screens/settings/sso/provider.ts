/** The identity provider as the API gives and takes it, and as a form holds it. */
import { linesOf } from '../../../../parts/form/lines-of.ts';

export interface Certificate {
  readonly pem: string;
  readonly fingerprint256: string;
  readonly subject: string;
  /** End of its validity, as Node writes it (`X509Certificate.validTo`). */
  readonly validTo: string;
}

export interface Provider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly certificates: readonly Certificate[];
  readonly emailAttribute: string | null;
  readonly nameAttribute: string | null;
  readonly roleAttribute: string | null;
  readonly roleMapping: readonly RoleMapping[];
  readonly defaultRole: string;
  readonly createMembers: boolean;
  readonly emailDomains: readonly string[];
  readonly idpInitiated: boolean;
  readonly signsRequests: boolean;
  readonly mayGive: readonly string[];
  readonly ownersMayJoin: boolean;
  /** No owner has allowed anything: no one can log in. */
  readonly waitsForOwner: boolean;
}

export interface RoleMapping {
  readonly value: string;
  readonly role: string;
}

export interface Service {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly metadataUrl: string;
  readonly loginUrl: string;
}

export interface SsoSettings {
  readonly service: Service;
  /** Null: none is set up. */
  readonly provider: Provider | null;
}

export interface ProviderDraft {
  readonly entityId: string;
  readonly ssoUrl: string;
  /** PEM blocks one after another, or one certificate in base64. */
  readonly certificates: string;
  readonly emailAttribute: string;
  readonly nameAttribute: string;
  readonly roleAttribute: string;
  readonly roleMapping: readonly RoleMapping[];
  readonly defaultRole: string;
  readonly createMembers: boolean;
  /** One a line. */
  readonly emailDomains: string;
  readonly idpInitiated: boolean;
  /** Null: not chosen yet, which is every role. */
  readonly mayGive: readonly string[] | null;
  readonly ownersMayJoin: boolean;
}

export function draftOf(provider: Provider | null): ProviderDraft {
  return {
    entityId: provider?.entityId ?? '',
    ssoUrl: provider?.ssoUrl ?? '',
    certificates: provider?.certificates.map(({ pem }) => pem.trim()).join('\n') ?? '',
    emailAttribute: provider?.emailAttribute ?? '',
    nameAttribute: provider?.nameAttribute ?? '',
    roleAttribute: provider?.roleAttribute ?? '',
    roleMapping: provider?.roleMapping ?? [],
    defaultRole: provider?.defaultRole ?? 'viewer',
    createMembers: provider?.createMembers ?? false,
    emailDomains: provider?.emailDomains.join('\n') ?? '',
    idpInitiated: provider?.idpInitiated ?? false,
    mayGive: provider?.mayGive ?? null,
    ownersMayJoin: provider?.ownersMayJoin ?? false,
  };
}

/** Returns the PEM blocks of a text; a text without any is one certificate in base64. */
export function certificatesIn(text: string): readonly string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  return blocks ?? (text.trim() === '' ? [] : [text.trim()]);
}

/** Returns the body that is sent, with null for an empty attribute. @param isOwner only owners decide who may log in */
export function bodyOf(draft: ProviderDraft, isOwner: boolean) {
  const orNull = (text: string) => text.trim() || null;
  return {
    entityId: draft.entityId.trim(),
    ssoUrl: draft.ssoUrl.trim(),
    certificates: certificatesIn(draft.certificates),
    emailAttribute: orNull(draft.emailAttribute),
    nameAttribute: orNull(draft.nameAttribute),
    roleAttribute: orNull(draft.roleAttribute),
    roleMapping: draft.roleMapping.map(({ value, role }) => ({ value: value.trim(), role })),
    defaultRole: draft.defaultRole,
    createMembers: draft.createMembers,
    emailDomains: linesOf(draft.emailDomains),
    idpInitiated: draft.idpInitiated,
    ...(isOwner && draft.mayGive !== null && { mayGive: draft.mayGive }),
    ...(isOwner && { ownersMayJoin: draft.ownersMayJoin }),
  };
}
