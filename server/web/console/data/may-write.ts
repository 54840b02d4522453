/** Determines whether the logged-in person may change events. The server decides; this spares people a refusal. */
import { readWho, type Who } from './current-actor.ts';
import { useOnceQuery } from './once-query.ts';

/** @returns null: not read yet, or the read failed */
export function useWho(): Who | null {
  return useOnceQuery(['me'], readWho).data;
}

export function mayWriteEvents(who: Who | null): boolean {
  if (!who) return false;
  return ['*', 'events:write', 'events:*'].some((scope) => who.scopes.includes(scope));
}

export function useMayWrite(): boolean {
  return mayWriteEvents(useWho());
}
