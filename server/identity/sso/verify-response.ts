/**
 * Reads from a response what its provider asserts. The library checks the signature and the audience, and hands over exactly
 * what was signed; everything else that the assertion must say is checked here, on that alone (SAML core 2.0 section 2,
 * profiles 4.1.4).
 */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { ReadResponse } from './read-response.ts';
import { samlRefused } from './saml-faults.ts';

/** Largest difference between the provider's clock and ours, in ms. */
export const skewMs = minuteMs;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const textMax = 2_000;

export interface SamlParty {
  /** Our own entity id: the audience. */
  readonly entityId: string;
  readonly acsUrl: string;
  readonly idpEntityId: string;
  /** PEM; a signature by any one of them is accepted. */
  readonly certificates: readonly string[];
}

export interface Asserted {
  readonly id: string;
  readonly nameId: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Time until which it could be sent again, Unix milliseconds. */
  readonly goodUntilMs: number;
  /** Time at which the provider wants the session to be over, Unix milliseconds; null: it names none. */
  readonly sessionEndsMs: number | null;
}

type Node = Readonly<Record<string, unknown>>;

function nodes(node: Node, name: string): readonly Node[] {
  const found = Object.hasOwn(node, name) ? node[name] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** Null where there is none, or more than one. */
function only(node: Node, name: string): Node | null {
  const found = nodes(node, name);
  return found.length === 1 ? found[0]! : null;
}

function textOf(node: Node | null): string {
  return typeof node?.['_'] === 'string' ? node['_'].trim().slice(0, textMax) : '';
}

function attributeOf(node: Node | null, name: string): string | null {
  const all = node?.['$'];
  const value = isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** @returns Unix milliseconds; null where the attribute is absent, NaN where it is no moment */
function momentOf(node: Node | null, name: string): number | null {
  const text = attributeOf(node, name);
  if (text === null) return null;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
}

function attributesOf(assertion: Node): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const attribute of nodes(assertion, 'AttributeStatement').flatMap((one) => nodes(one, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name') ?? '';
    const values = nodes(attribute, 'AttributeValue')
      .map(textOf)
      .filter((text) => text !== '');
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}

/** Returns until when (Unix ms) the subject is confirmed for us, in answer to this request; or the refusal. */
function confirmed(subject: Node, party: SamlParty, requestId: string | null, nowMs: number): Result<number> {
  let nearest: Result<never> = samlRefused('incomplete');
  for (const confirmation of nodes(subject, 'SubjectConfirmation')) {
    const data = only(confirmation, 'SubjectConfirmationData');
    const until = momentOf(data, 'NotOnOrAfter');
    if (attributeOf(confirmation, 'Method') !== bearer || until === null || Number.isNaN(until)) continue;
    if (attributeOf(data, 'Recipient') !== party.acsUrl) nearest = samlRefused('recipient');
    else if (attributeOf(data, 'InResponseTo') !== requestId) nearest = samlRefused('request_unknown');
    else if (momentOf(data, 'NotBefore') !== null) nearest = samlRefused('incomplete');
    else if (nowMs - skewMs >= until) nearest = samlRefused('expired');
    else return ok(until);
  }
  return nearest;
}

function checkConditions(assertion: Node, nowMs: number): Result<null> {
  const conditions = only(assertion, 'Conditions');
  if (!conditions) return samlRefused('incomplete');
  const [from, until] = [momentOf(conditions, 'NotBefore'), momentOf(conditions, 'NotOnOrAfter')];
  if (Number.isNaN(from) || Number.isNaN(until)) return samlRefused('incomplete');
  if (from !== null && nowMs + skewMs < from) return samlRefused('not_yet_valid');
  if (until !== null && nowMs - skewMs >= until) return samlRefused('expired');
  return ok(null);
}

/** Returns the signed assertion as the library hands it over; null where nothing is signed, or not by a key of the party. */
async function signedAssertion(
  { xml }: ReadResponse,
  party: SamlParty,
): Promise<{ readonly assertion: Node | null; readonly audience: boolean }> {
  // Loaded where it is wanted: most servers never see a response.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const library = new SAML({
    callbackUrl: party.acsUrl,
    issuer: party.entityId,
    audience: party.entityId,
    idpCert: [...party.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // The library would read the machine's clock; this file checks moments by `nowMs`.
    acceptedClockSkewMs: -1,
  });
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse });
    const parsed: unknown = profile?.getAssertion?.();
    const assertion = isObject(parsed) ? parsed['Assertion'] : null;
    return { assertion: isObject(assertion) ? assertion : null, audience: true };
  } catch (fault) {
    // Each fault that the library throws is one of the response: it opens no session.
    const said = fault instanceof Error ? fault.message : '';
    return { assertion: null, audience: !/audience/i.test(said) };
  }
}

/** A response without a signature may still say that the login failed; that much is believed. */
function failed(xml: string): boolean {
  const code = /<(?:[\w.-]+:)?StatusCode[^<>]*\sValue\s*=\s*["']([^"']*)["']/.exec(xml)?.[1];
  return code !== success;
}

/**
 * @param requestId the request it has to answer; null: none was made, and it must name none
 * @returns refused: `sso_refused` with its reason
 */
export async function verifyResponse(
  read: ReadResponse,
  party: SamlParty,
  requestId: string | null,
  nowMs: number,
): Promise<Result<Asserted>> {
  const destination = read.root.get('Destination') ?? party.acsUrl;
  if (destination !== party.acsUrl) return samlRefused('destination');
  if (failed(read.xml)) return samlRefused('status');
  const { assertion, audience } = await signedAssertion(read, party);
  if (!assertion) return samlRefused(audience ? 'signature' : 'audience');
  if (textOf(only(assertion, 'Issuer')) !== party.idpEntityId) return samlRefused('issuer');
  const id = attributeOf(assertion, 'ID') ?? '';
  const subject = only(assertion, 'Subject');
  const nameId = textOf(subject && only(subject, 'NameID'));
  const statement = nodes(assertion, 'AuthnStatement')[0] ?? null;
  if (id === '' || attributeOf(assertion, 'Version') !== '2.0' || !subject || nameId === '' || !statement)
    return samlRefused('incomplete');
  const conditions = checkConditions(assertion, nowMs);
  if (!conditions.ok) return conditions;
  const until = confirmed(subject, party, requestId, nowMs);
  if (!until.ok) return until;
  const sessionEndsMs = momentOf(statement, 'SessionNotOnOrAfter');
  if (Number.isNaN(sessionEndsMs)) return samlRefused('incomplete');
  if (sessionEndsMs !== null && sessionEndsMs <= nowMs) return samlRefused('expired');
  return ok({ id, nameId, attributes: attributesOf(assertion), goodUntilMs: until.value + skewMs, sessionEndsMs });
}
