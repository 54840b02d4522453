/** Reports ids that were not there before. Those of the first data are not new. */
import { useEffect, useRef } from 'react';

/** @param ids null: nothing is known yet; @param onNew called once for each update that has new ones */
export function useNewOnes(ids: readonly string[] | null, onNew: (fresh: readonly string[]) => void): void {
  const seen = useRef<Set<string> | null>(null);
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    if (ids === null) return;
    const fresh = seen.current === null ? [] : ids.filter((id) => !seen.current?.has(id));
    seen.current = new Set([...(seen.current ?? []), ...ids]);
    if (fresh.length > 0) latest.current(fresh);
  }, [ids]);
}
