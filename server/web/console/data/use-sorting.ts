/** The order of a list, kept in the address beside its filters. */
import type { Sorting } from '../../parts/table/column.ts';
import { useFilters } from '../shell/address.ts';

/** @param list its name in the address. @param usual its order where none was chosen, e.g. `-createdAt` */
export function useSorting(list: string, usual: string): Sorting {
  const filters = useFilters();
  const name = `sort-${list}`;
  return {
    value: filters.get(name) || usual,
    set: (value) => filters.set({ [name]: value === usual ? '' : value }),
  };
}
