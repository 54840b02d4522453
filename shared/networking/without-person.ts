/** A text without who wrote it: what may be sent to a service outside. */
import { norm } from './norm.ts';

const address = /[^\s@<>()]+@[^\s@<>()]+/gu;
const link = /\b(?:https?:\/\/|www\.)\S+/giu;
const phone = /\+?\d[\d\s()./-]{6,}\d/gu;
/** Shorter ones are words of any language. */
const nameMin = 3;

/**
 * Takes out e-mail addresses, links, phone numbers, and the words of these names wherever they occur.
 *
 * @param names of the person and the company
 */
export function withoutPerson(text: string, names: readonly string[]): string {
  const words = new Set(names.flatMap((name) => norm(name).split(' ')).filter((word) => [...word].length >= nameMin));
  return text
    .replace(address, ' ')
    .replace(link, ' ')
    .replace(phone, ' ')
    .split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u)
    .filter((part) => !words.has(norm(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
