/** Reads a provider's metadata file (SAML metadata 2.0) as fields of the form: its id, its login address, its certificates. */
import type { ProviderDraft } from './provider.ts';

const namespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
/** Maximum number of characters of a file; real ones have some thousands. */
export const metadataCharsMax = 1_000_000;

/** @returns null: too long, or no metadata of an identity provider that has certificates and takes logins by redirect */
export function readMetadata(text: string): Pick<ProviderDraft, 'entityId' | 'ssoUrl' | 'certificates'> | null {
  if (text.length > metadataCharsMax) return null;
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  const role = xml.getElementsByTagNameNS(namespace, 'IDPSSODescriptor')[0];
  const entityId = role?.parentElement?.getAttribute('entityID');
  if (!role || !entityId) return null;
  const service = [...role.getElementsByTagNameNS(namespace, 'SingleSignOnService')].find(
    (one) => one.getAttribute('Binding') === redirect,
  );
  const ssoUrl = service?.getAttribute('Location');
  const certificates = [...role.getElementsByTagNameNS(namespace, 'KeyDescriptor')]
    .filter((one) => one.getAttribute('use') !== 'encryption')
    .flatMap((one) => [...one.getElementsByTagNameNS(signature, 'X509Certificate')])
    .map((one) => (one.textContent ?? '').replace(/\s/g, ''));
  if (!ssoUrl || certificates.length === 0) return null;
  return { entityId, ssoUrl, certificates: [...new Set(certificates)].map(pemOf).join('\n') };
}

function pemOf(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
