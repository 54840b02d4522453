/**
 * Makes the names in GraphQL from the definitions alone. Collections come in the registry's order, the modules' before a
 * tenant's own, so that no tenant's collection renames another: a name that is taken gets an underscore at its end. Where the
 * plural has no singular in English, the singular label is used.
 */

import { camel } from '#shared/base/letter-case.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';

const graphqlName = /^[A-Za-z][A-Za-z0-9_]*$/;

function singularWord(word: string, label: string): string | null {
  const candidates = [
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ];
  const meant = candidates.find((one) => one === label);
  if (meant) return meant;
  if (/(?:ss|us|is|ws|series|species)$/.test(word)) return null;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && word.length > 2 ? word.slice(0, -1) : null;
}

/** @returns as a field is called: `page` of `pages`, `person` of `people` (by its label) */
export function singularOf({ labels, name }: Pick<CollectionDefinition, 'labels' | 'name'>): string {
  const words = name.split('_').filter((word) => word !== '');
  const labelWords = labels.one.toLowerCase().split(/[^a-z0-9]+/);
  const last = singularWord(words.at(-1) ?? '', labelWords.at(-1) ?? '');
  if (last !== null) return camel([...words.slice(0, -1), last].join('_'));
  const labelled = camel(labels.one);
  return graphqlName.test(labelled) && labelled !== camel(name) ? labelled : `${camel(name)}Record`;
}

/** `tags` → `tagIds`: what the ids of a relation to many are called beside the records. */
export function idsName(field: string): string {
  return `${singularWord(field, '') ?? field}Ids`;
}

/** Hands out each name once. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  take(wanted: string): string {
    let name = wanted;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }
}

const notForEnums: readonly string[] = ['true', 'false', 'null'];

/** Option → value of an enum: the option itself where it is a name of GraphQL; else `_` replaces what no name may have. */
export function enumNames(options: readonly string[]): ReadonlyMap<string, string> {
  const names = new Names(notForEnums);
  // An option that needs no change keeps its name, wherever it stands in the list.
  const plain = options.filter((option) => graphqlName.test(option));
  const found = new Map(plain.map((option) => [option, names.take(option)]));
  for (const option of options) {
    if (found.has(option)) continue;
    const safe = option.replace(/[^A-Za-z0-9]+/g, '_');
    // Two underscores in front belong to introspection.
    found.set(option, names.take(/^[A-Za-z]/.test(safe) ? safe : `_${safe.replace(/^_+/, '')}`));
  }
  return found;
}
