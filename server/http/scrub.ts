/**
 * Callers log no personal data and no secrets. Messages of faults are not ours to word, though: a mail server's refusal
 * names the recipient, a driver's the address with its password. What looks like one is struck out of every line. Each
 * pattern takes time in proportion to the line.
 */
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';

const prefixes = Object.values(credentialPrefixes).join('|');

/** Two parts or more of base64url, of which the first is JSON; also inside a longer word, as after an escaped line break. */
function withoutJwt(word: string): string {
  const at = word.indexOf('eyJ');
  return at < 0 || word.slice(at).split('.').length < 2 ? word : `${word.slice(0, at)}<token>`;
}

const struckOut: readonly (readonly [RegExp, string | ((word: string) => string)])[] = [
  // User and password in an address, before the mail address that they look like.
  [/:\/\/[^\s/@"'<>\\]{1,500}@/g, '://<credential>@'],
  [/[^\s"'<>(),:;@\\/]{1,64}@[^\s"'<>(),:;@\\/]{1,255}\.[a-z]{2,63}/gi, '<address>'],
  [new RegExp(`(?:${prefixes})[\\w.+/=-]+`, 'g'), '<credential>'],
  // Values of a query or a fragment: which of them is a secret, only its reader knows.
  [/([?&#][\w.-]{1,60}=)[^&#\s"'<>\\]+/g, '$1<value>'],
  [/\/([touw])\/(?!:)[^\s"/?#\\]+/g, '/$1/<secret>'],
  [/[\w-][\w.-]{15,}/g, withoutJwt],
];

export function scrub(line: string): string {
  return struckOut.reduce((text, [pattern, instead]) => text.replace(pattern, instead as string), line);
}
