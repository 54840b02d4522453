/** Keeps in this browser which columns of a list a person wants to see. */
import { useState } from 'react';
import type { Columns } from './column.ts';

const keyOf = (list: string) => `gatehouse.columns.${list}`;

/** Choices that the person has made: whether a column is shown, by its name. */
type Choices = Readonly<Record<string, boolean>>;

function remembered(list: string | undefined): Choices {
  if (list === undefined) return {};
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Choices) : {};
  } catch {
    return {};
  }
}

export interface ColumnChoice<T> {
  readonly shown: Columns<T>;
  readonly choices: readonly { readonly name: string; readonly label: string; readonly isShown: boolean }[];
  readonly choose: (name: string, isShown: boolean) => void;
}

/** @param list its name; absent: its columns cannot be chosen */
export function useColumns<T>(list: string | undefined, columns: Columns<T>): ColumnChoice<T> {
  const [choices, setChoices] = useState(() => remembered(list));
  const [first, ...others] = columns;
  const isShown = (name: string, isExtra: boolean | undefined) => choices[name] ?? isExtra !== true;
  const named =
    list === undefined ? [] : others.flatMap(({ name, label, isExtra }) => (name ? [{ name, label, isExtra }] : []));
  return {
    shown: [first, ...others.filter(({ name, isExtra }) => name === undefined || isShown(name, isExtra))],
    choices: named.map(({ name, label, isExtra }) => ({ name, label, isShown: isShown(name, isExtra) })),
    choose(name, show) {
      const next = { ...choices, [name]: show };
      setChoices(next);
      try {
        if (list !== undefined) localStorage.setItem(keyOf(list), JSON.stringify(next));
      } catch {
        // A browser that keeps nothing shows them until the page is left.
      }
    },
  };
}
