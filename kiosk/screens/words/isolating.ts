/**
 * The one place where a catalogue's sentences get their values: each text that is put into one keeps its own direction,
 * in every language and room. So no catalogue and no screen has to think of it.
 */
import { isolated } from '#shared/base/isolate.ts';
import { type Language, languageTraits } from '#shared/base/languages.ts';

const made = new WeakMap<object, object>();

/**
 * @param words the catalogue of this language: texts, functions that make texts, and groups of both
 * @returns the same words; texts that are given to their functions arrive isolated
 */
export function isolating<W>(words: W, language: Language): W {
  if (typeof words !== 'object' || words === null) return words;
  const known = made.get(words);
  if (known) return known as W;
  const wrapped = within(words, languageTraits[language].direction) as object;
  made.set(words, wrapped);
  return wrapped as W;
}

function within(value: unknown, direction: 'ltr' | 'rtl'): unknown {
  if (typeof value === 'function')
    return (...given: readonly unknown[]): unknown =>
      Reflect.apply(
        value,
        undefined,
        given.map((one) => (typeof one === 'string' ? isolated(one, direction) : one)),
      );
  if (Array.isArray(value)) return value.map((one) => within(one, direction));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(one, direction)]));
}
