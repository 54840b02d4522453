/**
 * A SAML response as text, looked at before any parser sees it: nothing that XML can do beyond elements, attributes and
 * text is taken, and no algorithm but the few that are good. What is unusual is refused, not understood.
 */
import { ok, type Result } from '#shared/base/result.ts';
import { type SamlFault, samlRefused } from './saml-faults.ts';

/** Maximum size of a decoded response; that of a person in some hundred groups has about 60 KB. */
export const responseBytesMax = 256 * 1024;
const tagsMax = 10_000;

/** Exclusive and plain canonicalization without comments, enveloped signature; RSA with SHA-2. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const attributePattern = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const rootPattern =
  /^(?:\uFEFF)?(?:<\?xml[^?<>]*\?>)?\s*<(?:[\w.-]+:)?Response((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*>/;

export interface ReadResponse {
  readonly xml: string;
  /** Attributes of the outermost element, usually unsigned: a wrong value is a fault, a right value proves nothing. */
  readonly root: ReadonlyMap<string, string>;
}

function no(fault: SamlFault): Result<never> {
  return samlRefused(fault);
}

/** @param encoded the form's `SAMLResponse`: base64 of UTF-8 */
export function readResponse(encoded: string): Result<ReadResponse> {
  const compact = encoded.replace(/[\r\n\t ]/g, '');
  if (compact.length > responseBytesMax * 1.4) return no('too_large');
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return no('malformed');
  let xml: string;
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'));
  } catch {
    return no('malformed');
  }
  if (xml.length > responseBytesMax || xml.split('<').length > tagsMax) return no('too_large');
  // Comments split text in two, CDATA hides tags, a DOCTYPE brings entities: no provider needs any of them.
  if (xml.includes('<!') || /<\?(?!xml[ \t])/.test(xml)) return no('forbidden_xml');
  if (xml.includes('EncryptedAssertion') || xml.includes('EncryptedData')) return no('encrypted');
  for (const [, double, single] of xml.matchAll(/Algorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (!algorithms.has(double ?? single ?? '')) return no('algorithm');
  const start = rootPattern.exec(xml);
  if (!start) return no('malformed');
  const root = new Map<string, string>();
  for (const [, name = '', double, single] of (start[1] ?? '').matchAll(attributePattern))
    root.set(name, double ?? single ?? '');
  return ok({ xml, root });
}
