/**
 * The reasons for which the response of an identity provider opened no session: a closed list, for the page and the audit
 * log.
 */
import { type Result, refuse } from '#shared/base/result.ts';

export const samlFaults = {
  not_offered: 'This organization has no single sign-on. Log in with your password.',
  malformed: 'The response of the identity provider cannot be read.',
  too_large: 'The response of the identity provider is too large.',
  forbidden_xml:
    'The response contains a comment, CDATA, a document type or a processing instruction. These are not accepted.',
  encrypted: 'The response is encrypted. Set the identity provider to sign the assertion and leave it unencrypted.',
  algorithm: 'The signature algorithm of the response is not supported. Use RSA with SHA-256.',
  status: 'The identity provider did not log you in.',
  signature: 'The assertion is not signed with the certificate that is set here.',
  issuer: 'The assertion is not from the identity provider that is set here.',
  destination: 'The response was created for another address.',
  recipient: 'The assertion was created for another address.',
  audience: 'The assertion was created for another service.',
  not_yet_valid: 'The assertion is not valid yet. Compare the clocks of both sides.',
  expired: 'The assertion is no longer valid. Start again. If it happens again, compare the clocks of both sides.',
  incomplete: 'The assertion must have an ID, a subject, conditions and the statement of a login.',
  unsolicited: 'This login was not started here. Start it on our login page.',
  request_unknown: 'This login was started in another browser, has ended, or took more than 10 minutes. Start again.',
  replayed: 'This assertion was already used. Start again.',
  email_missing: 'The assertion has no email address in the expected attribute.',
  email_domain: 'Email addresses in this domain cannot use single sign-on.',
  member_unknown: 'You are not a member of this organization. Ask an administrator to invite you.',
  member_suspended: 'Your membership is suspended. Ask an administrator.',
  not_allowed_yet: 'An owner of this organization must allow logins with this provider first.',
  owner_refused: 'Single sign-on is not allowed for owners here. Log in with your password.',
  role_refused: 'An owner has not allowed single sign-on for your role. Log in with your password, or ask an owner.',
} as const satisfies Readonly<Record<string, string>>;

export type SamlFault = keyof typeof samlFaults;

/** `sso_refused` with the fault in `detail.reason`. */
export function samlRefused(fault: SamlFault): Result<never> {
  return refuse({ code: 'sso_refused', message: samlFaults[fault], detail: { reason: fault } });
}

export function faultOf({ errors }: Extract<Result<unknown>, { ok: false }>): string {
  return String(errors[0].detail?.['reason'] ?? errors[0].code);
}
