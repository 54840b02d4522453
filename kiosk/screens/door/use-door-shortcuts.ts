/** Binds the function keys to what they do now: null where the kiosk has no such action at this moment. */
import { useMemo } from 'react';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { hasBoard } from '../board/open-board.tsx';
import { type Shortcuts, useShortcuts } from '../parts/shortcut-keys.ts';
import { useObserved } from '../parts/use-observed.ts';
import { mayTurn, otherWay } from './direction-band.tsx';
import type { DoorState } from './door-state.ts';
import type { VerdictAction } from './verdict/verdict-actions.ts';

interface ShortcutParts {
  readonly station: Station;
  readonly state: StationState;
  readonly door: DoorState;
  readonly actions: readonly VerdictAction[];
  readonly scanning: boolean;
}

export function useDoorShortcuts({ station, state, door, actions, scanning }: ShortcutParts): Shortcuts {
  const worksHere = state.role === 'gate' && scanning;
  const hasWalkIns = worksHere && station.walkInChoices().length > 0;
  const shortcuts = useMemo((): Shortcuts => {
    const act = (name: string) => actions.find((action) => action.name === name)?.run ?? null;
    const open = (name: 'search' | 'walk-in' | 'recent' | 'board' | 'settings' | 'keys') => () =>
      door.openPanel({ name });
    return {
      help: open('keys'),
      settings: open('settings'),
      find: worksHere ? open('search') : null,
      walkIn: hasWalkIns ? open('walk-in') : null,
      recent: worksHere ? open('recent') : null,
      board: hasBoard(state) ? open('board') : null,
      direction: mayTurn(state) ? () => void otherWay(station).catch(console.error) : null,
      questions: act('questions'),
      override: act('override'),
      undo: act('undo'),
      party: act('party'),
    };
  }, [actions, worksHere, hasWalkIns, state, station, door]);
  useShortcuts(shortcuts, useObserved(door).panel !== null);
  return shortcuts;
}
