/** The verdict that stands as the surface draws it, what can be done about it, and when it goes by itself. */
import { useEffect, useMemo } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { useObserved } from '../parts/use-observed.ts';
import { useWords } from '../words/use-words.tsx';
import type { DoorState, Shown } from './door-state.ts';
import { actionsFor, type VerdictAction } from './verdict/verdict-actions.ts';
import { type VerdictView, viewVerdict } from './verdict/verdict-view.ts';

interface VerdictParts {
  readonly model: KioskModel;
  readonly state: StationState;
  readonly door: DoorState;
  /** Seconds for which a verdict stays; 0: until the next scan. */
  readonly resultSeconds: number;
}

export interface StandingVerdict {
  readonly view: VerdictView | null;
  readonly actions: readonly VerdictAction[];
}

export function useVerdict(shown: Shown | null, parts: VerdictParts): StandingVerdict {
  const { model, state, door, resultSeconds } = parts;
  const words = useWords();
  const { role } = state;
  const locked = state.sync.phase === 'locked';
  // An open panel holds the verdict: a person is at work on it.
  const held = useObserved(door).panel !== null;

  useEffect(() => {
    if (shown === null || resultSeconds === 0 || held) return;
    const timer = setTimeout(door.dismiss, resultSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [shown, resultSeconds, held, door]);

  useEffect(() => {
    if (shown === null || held) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') door.dismiss();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, held, door]);

  // Ages in the facts are those of the moment at which the view is made: they do not grow while the verdict stands.
  return useMemo(() => {
    if (shown === null || locked) return { view: null, actions: [] };
    const context = { role, words, nowMs: model.nowMs() };
    return {
      view: viewVerdict(shown.result, { ...context, overruling: shown.overruling }),
      actions: actionsFor(shown.result, { ...context, open: door.openPanel }),
    };
  }, [shown, locked, role, words, model, door]);
}
