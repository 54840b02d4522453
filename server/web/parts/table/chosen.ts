/** Rows that are chosen for what is done to many at once: some by their ids, or all that the list has but some. */
export interface Chosen {
  readonly all: boolean;
  /** The chosen ones, or with `all` the ones left out. */
  readonly ids: ReadonlySet<string>;
}

export const noneChosen: Chosen = { all: false, ids: new Set() };
export const allChosen: Chosen = { all: true, ids: new Set() };

export interface Selection {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

export const isChosen = ({ all, ids }: Chosen, id: string) => ids.has(id) !== all;

export function toggled({ all, ids }: Chosen, id: string): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { all, ids: next };
}

/** @param total of the list; null: not counted */
export function chosenCount({ all, ids }: Chosen, total: number | null): number {
  return all ? Math.max(0, (total ?? 0) - ids.size) : ids.size;
}

/** The filter of the chosen ones. @param where of the list */
export function chosenWhere(
  { all, ids }: Chosen,
  where: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!all) return { id: { in: [...ids] } };
  return ids.size === 0 ? where : { and: [where, { not: { id: { in: [...ids] } } }] };
}
