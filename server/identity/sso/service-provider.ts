/** Gatehouse as the service provider of one tenant: its addresses, its metadata, and its requests to the provider. */
import type { SealPlace } from '#shared/base/seals.ts';
import { controlTenant, type TenantRecord } from '../../core/tenants/control.ts';
import type { Secrets } from '../credentials/secrets.ts';
import type { SamlProviderRecord } from './tables.ts';
import type { SamlParty } from './verify-response.ts';

export const signingKeyPurpose = 'saml-signing-key';
export const sealedProviderKeys = { collection: 'saml_providers', field: 'signingKey', purpose: signingKeyPurpose };
export const providerPlace = (id: string): SealPlace => ({ tenant: controlTenant, collection: 'saml_providers', id });

export interface SsoAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly metadataUrl: string;
  readonly loginUrl: string;
}

export interface Offered {
  readonly tenant: TenantRecord;
  readonly provider: SamlProviderRecord;
}

export interface ServiceProvider {
  /** Returns the address of this tenant's surfaces, without a path. */
  baseOf(tenant: TenantRecord): string;
  addressesOf(tenant: TenantRecord): SsoAddresses;
  partyOf(offered: Offered): SamlParty;
  metadata(offered: Offered): Promise<string>;
  /** @param request its id. @returns where to send the browser */
  requestUrl(offered: Offered, request: string): Promise<string>;
}

export function createServiceProvider(
  secrets: Pick<Secrets, 'open'>,
  publicUrl: string,
  newId: () => string,
): ServiceProvider {
  const baseOf = ({ sandboxOf }: TenantRecord) => publicUrl + (sandboxOf === null ? '' : '/sandbox');

  function addressesOf(tenant: TenantRecord): SsoAddresses {
    const base = `${baseOf(tenant)}/auth/saml/${tenant.slug}`;
    const metadataUrl = `${base}/metadata`;
    return { entityId: metadataUrl, acsUrl: `${base}/acs`, metadataUrl, loginUrl: `${base}/login` };
  }

  function partyOf({ tenant, provider }: Offered): SamlParty {
    const { acsUrl, entityId } = addressesOf(tenant);
    return { acsUrl, entityId, idpEntityId: provider.entityId, certificates: provider.certificates };
  }

  /** Returns the key and the certificate that sign our requests, where the tenant has set a key. */
  function signing({ provider }: Offered): { privateKey: string; publicCert: string } | null {
    const { signingCertificate, signingKey } = provider;
    if (!signingCertificate || !signingKey) return null;
    const key = secrets.open(signingKeyPurpose, signingKey, providerPlace(provider.id));
    return key && { privateKey: Buffer.from(key).toString(), publicCert: signingCertificate };
  }

  /** The library, set to make requests and metadata; responses are read by verify-response.ts. */
  async function library(offered: Offered, request: string) {
    const { SAML } = await import('@node-saml/node-saml');
    const { acsUrl, entityId } = addressesOf(offered.tenant);
    return new SAML({
      callbackUrl: acsUrl,
      issuer: entityId,
      entryPoint: offered.provider.ssoUrl,
      idpCert: [...offered.provider.certificates],
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => request,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      signatureAlgorithm: 'sha256',
      ...(signing(offered) ?? {}),
    });
  }

  return {
    baseOf,
    addressesOf,
    partyOf,
    async metadata(offered) {
      const saml = await library(offered, `_${newId()}`);
      return saml.generateServiceProviderMetadata(null, signing(offered)?.publicCert ?? null);
    },
    async requestUrl(offered, request) {
      const saml = await library(offered, request);
      return saml.getAuthorizeUrlAsync('', undefined, {});
    },
  };
}
