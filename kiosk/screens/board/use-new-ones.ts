/** Notices ids that no earlier list had. The ids of the first list count as old. */
import { useEffect, useRef } from 'react';

/** @param onNew called once for each list that has new ids, with those ids */
export function useNewOnes(ids: readonly string[], onNew: (fresh: readonly string[]) => void): void {
  const seen = useRef<ReadonlySet<string> | null>(null);
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...ids]);
    const fresh = before === null ? [] : ids.filter((id) => !before.has(id));
    if (fresh.length > 0) latest.current(fresh);
  }, [ids]);
}
