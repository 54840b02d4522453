/** Why an answer of an identity provider opened no session: a closed list, for the page and the audit log. */
import { type Result, refuse } from '#shared/base/result.ts';

export const samlFaults = {
  not_offered: 'There is no single sign-on here.',
  malformed: 'The answer of the identity provider cannot be read.',
  too_large: 'The answer of the identity provider is too large.',
  forbidden_xml: 'The answer holds a comment, CDATA, a document type or a processing instruction, and is not taken.',
  encrypted: 'The answer is encrypted. Let the identity provider sign the assertion and leave it unencrypted.',
  algorithm: 'The answer is signed by an algorithm that is not taken. Use RSA with SHA-256.',
  status: 'The identity provider did not log you in.',
  signature: 'The assertion is not signed, or not by the certificate that is set here.',
  issuer: 'The assertion comes from another identity provider than the one that is set here.',
  destination: 'The answer was made for another address.',
  recipient: 'The assertion was made for another address.',
  audience: 'The assertion was made for another service.',
  not_yet_valid: 'The assertion is not good yet. Compare the clocks of both sides.',
  expired: 'The assertion is not good any more. Begin anew; if it happens again, compare the clocks of both sides.',
  incomplete: 'The assertion lacks what it must have: an ID, a subject, conditions, or the statement of a login.',
  unsolicited: 'Nobody began this login here. Begin it at our login page.',
  request_unknown: 'This login was begun elsewhere, is over, or took longer than ten minutes. Begin anew.',
  replayed: 'This assertion was used already. Begin anew.',
  email_missing: 'The assertion holds no e-mail address where it is looked for.',
  email_domain: 'Email addresses in this domain cannot use single sign-on.',
  member_unknown: 'You are no member here. Ask an administrator to invite you.',
  member_suspended: 'Your membership is suspended. Ask an administrator.',
  not_allowed_yet: 'An owner of this organization has to allow logins by this provider first.',
  owner_refused: 'Owners log in with their password here: single sign-on was not allowed for them.',
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
