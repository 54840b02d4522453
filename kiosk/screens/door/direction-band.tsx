/**
 * Shows the direction in which people pass this gate. The way out is a loud band, because staff who take an exit for an
 * entrance do not check; where a gate leads only in, the band is not shown. Under a panel its button alone is inert.
 */
import { type ReactElement, useState } from 'react';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { EntryIcon, ExitIcon } from '../parts/icons.tsx';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { shortcutKeys } from '../parts/shortcut-keys.ts';
import { useWords } from '../words/use-words.tsx';

export interface DirectionBandProps {
  readonly state: Pick<StationState, 'direction' | 'canTurn' | 'role'>;
  readonly onSwitch: () => Promise<void>;
}

export function DirectionBand({ state, onSwitch }: DirectionBandProps): ReactElement | null {
  const { direction: words } = useWords();
  const [failed, setFailed] = useState(false);
  const isExit = state.direction === 'exit';
  if (!isExit && !state.canTurn) return null;

  function toggle(): void {
    setFailed(false);
    onSwitch().catch((error: unknown) => {
      console.error('the direction was not switched:', error);
      setFailed(true);
    });
  }

  return (
    <section className="direction" data-direction={state.direction} aria-live="polite">
      {isExit ? <ExitIcon /> : <EntryIcon />}
      <strong>{isExit ? words.bandExit : words.entry}</strong>
      {failed && <span>{words.notSwitched}</span>}
      {mayTurn(state) && (
        <PageUnderPanel>
          <button type="button" className="button" aria-keyshortcuts={shortcutKeys.direction} onClick={toggle}>
            {isExit ? words.toEntry : words.toExit}
          </button>
        </PageUnderPanel>
      )}
    </section>
  );
}

/** Whether the switch is offered: guests do not turn the gate around. */
export function mayTurn({ canTurn, role }: Pick<StationState, 'canTurn' | 'role'>): boolean {
  return role === 'gate' && canTurn;
}

export function otherWay(station: Station): Promise<void> {
  return station.setDirection(station.state().direction === 'exit' ? 'entry' : 'exit');
}
