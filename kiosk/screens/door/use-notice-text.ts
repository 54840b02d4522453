/** The line above the verdict: a result that a later scan overtook, or what was taken back. */
import { useMemo } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { useWords } from '../words/use-words.tsx';
import type { Notice } from './door-state.ts';
import { viewVerdict } from './verdict/verdict-view.ts';

export function useNoticeText(
  notice: Notice | null,
  role: StationState['role'],
  model: Pick<KioskModel, 'nowMs'>,
): string | null {
  const words = useWords();
  return useMemo(() => {
    if (notice === null) return null;
    if (notice.kind === 'undone') return words.undo.done(notice.name);
    const view = viewVerdict(notice.result, { role, words, nowMs: model.nowMs() });
    return [view.person?.name, view.title].filter((part) => part !== undefined).join(': ');
  }, [notice, role, words, model]);
}
