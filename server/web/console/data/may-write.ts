/** Determines whether the logged-in person may change events. The server decides; this spares people a refusal. */
import { readWho, type Who } from './current-actor.ts';
import { may } from './may.ts';
import { useOnceQuery } from './once-query.ts';

/** @returns null: not read yet, or the read failed */
export function useWho(): Who | null {
  return useOnceQuery(['me'], readWho).data;
}

export function useMayWrite(): boolean {
  const who = useWho();
  return who !== null && may(who, 'events:write');
}
