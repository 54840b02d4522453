/**
 * Runs one action at a time, and keeps its outcome as a sentence or a refusal. Buttons are not disabled meanwhile: a disabled
 * button loses the focus.
 */
import { useRef, useState } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from './as-error.ts';

export interface Acting {
  readonly notice: string;
  readonly problem: GatehouseError | null;
  readonly say: (notice: string) => void;
  /**
   * @param done notice once the work is done; empty: none
   * @returns false: refused, or another action was running, so that this one was ignored
   */
  readonly act: (done: string, work: () => Promise<unknown>) => Promise<boolean>;
}

/** @param refresh reads the list again afterwards, also after a refusal: another person may have been faster */
export function useAct(refresh: () => void): Acting {
  const busy = useRef(false);
  const [notice, setNotice] = useState('');
  const [problem, setProblem] = useState<GatehouseError | null>(null);
  return {
    notice,
    problem,
    say: setNotice,
    async act(done, work) {
      if (busy.current) return false;
      busy.current = true;
      setProblem(null);
      setNotice('');
      try {
        await work();
        setNotice(done);
        return true;
      } catch (fault) {
        setProblem(asError(fault));
        return false;
      } finally {
        busy.current = false;
        refresh();
      }
    },
  };
}
