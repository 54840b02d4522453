/** An event that a form has made: its start page is shown once the frame knows it. */
import { useEffect, useState } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { goTo } from '../../shell/address.ts';

/** @returns the id of the event that was made (null: none yet), and a function that a form calls with the id of its event */
export function useMadeEvent(): readonly [string | null, (id: string) => void] {
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    // An effect runs when the form is no longer dirty, so leaving it asks nothing.
    if (made !== null) void queryClient.refetchQueries({ queryKey: ['events'] }).then(() => goTo(`/start/${made}`));
  }, [made]);
  return [made, setMade];
}
