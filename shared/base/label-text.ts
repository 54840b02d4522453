/** The label of a collection inside an English sentence: "Create an API key", "No form submission has the ID …". */

/** Acronyms that are read as a word, not letter by letter. */
const readAsWord: ReadonlySet<string> = new Set(['SAML', 'PIN']);

const isAcronym = (word: string): boolean => (word.match(/\p{Lu}/gu)?.length ?? 0) > 1;

/** @returns the label in lower case, except acronyms: "Form submission" → "form submission", "API key" → "API key" */
export function labelInSentence(label: string): string {
  return label.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (isAcronym(word) ? word : word.toLowerCase()));
}

/** @returns the label as `labelInSentence`, with "a" or "an" by its sound: "an event", "a user", "an SLA policy" */
export function oneOfLabel(label: string): string {
  const text = labelInSentence(label);
  const [first = ''] = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]/u);
  const soundsLikeVowel =
    /^[\p{Lu}\p{N}]+$/u.test(first) && !readAsWord.has(first)
      ? /^[AEFHILMNORSX8]/.test(first)
      : /^(?:[aeio]|u(?!ni|s[ae]|ti|ra)|ho(?:ur|nou?r|nest)|heir)/i.test(first) && !/^(?:eu|one|once)/i.test(first);
  return `${soundsLikeVowel ? 'an' : 'a'} ${text}`;
}
