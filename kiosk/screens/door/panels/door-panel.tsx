/** Renders the panel that is open over the page, with its parts. No rules of its own. */
import type { ReactElement } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { BoardPanel } from '../../board/board-panel.tsx';
import type { KioskModel } from '../../model/kiosk-model.ts';
import type { Preferences } from '../../model/preferences.ts';
import { PreflightPanel } from '../../preflight/preflight-panel.tsx';
import { SettingsPanel } from '../../settings/settings-panel.tsx';
import type { DoorState } from '../door-state.ts';
import { ConflictsPanel } from './conflicts-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import type { OpenPanel } from './open-panel.ts';
import { OverridePanel } from './override-panel.tsx';
import { PartyPanel } from './party-panel.tsx';
import { PrintingPanel } from './printing-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';
import { RecentPanel } from './recent-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { UndoPanel } from './undo-panel.tsx';
import type { WalkInDraft } from './walk-in-draft.ts';
import { WalkInPanel } from './walk-in-panel.tsx';

export interface DoorPanelProps {
  readonly panel: OpenPanel;
  readonly model: KioskModel;
  readonly station: Station;
  readonly state: StationState;
  readonly printing: Printing;
  readonly badges: PrintingState;
  readonly preflight: Preflight;
  readonly preferences: Preferences;
  readonly nowMs: number;
  readonly door: DoorState;
  /** Admits a person whom staff have looked up. */
  readonly onAdmit: (registrationId: string) => void;
  readonly walkIn: WalkInDraft;
  readonly onWalkIn: (draft: WalkInDraft) => void;
  readonly onPartyResults: (results: readonly AdmitResult[]) => void;
}

export function DoorPanel(props: DoorPanelProps): ReactElement {
  const { panel, model, station, state, nowMs, door } = props;
  const { openPanel: onOpen, closePanel: onClose } = door;
  switch (panel.name) {
    case 'connection':
      return <ConnectionPanel station={state} nowMs={nowMs} onClose={onClose} />;
    case 'conflicts':
      return (
        <ConflictsPanel
          conflicts={state.conflicts}
          nowMs={nowMs}
          onAcknowledge={(id) => station.acknowledgeConflict(id)}
          onClose={onClose}
        />
      );
    case 'printing':
      return <PrintingPanel state={props.badges} printing={props.printing} nowMs={nowMs} onClose={onClose} />;
    case 'settings':
      return (
        <SettingsPanel
          model={model}
          station={station}
          state={state}
          preferences={props.preferences}
          onPreflight={() => onOpen({ name: 'preflight' })}
          onBoard={() => onOpen({ name: 'board' })}
          onClose={onClose}
        />
      );
    case 'preflight':
      return <PreflightPanel preflight={props.preflight} nowMs={nowMs} onClose={onClose} />;
    case 'board':
      return (
        <BoardPanel
          station={station}
          state={state}
          nowMs={nowMs}
          onAlarm={() => props.preferences.sound && model.sounds.play('duplicate', props.preferences.volume)}
          onClose={onClose}
        />
      );
    case 'keys':
      return <KeysPanel onClose={onClose} />;
    case 'search':
      return (
        <SearchPanel
          station={station}
          nowMs={nowMs}
          direction={state.direction}
          onAdmit={props.onAdmit}
          onClose={onClose}
        />
      );
    case 'recent':
      return (
        <RecentPanel
          station={station}
          nowMs={nowMs}
          onUndo={(target) => onOpen({ name: 'undo', target, from: 'recent' })}
          onClose={onClose}
        />
      );
    case 'walk-in':
      return (
        <WalkInPanel
          station={station}
          draft={props.walkIn}
          onDraft={props.onWalkIn}
          reserve={door.reserve}
          onClose={onClose}
        />
      );
    case 'override':
      return <OverridePanel station={station} outcome={panel.outcome} reserve={door.reserve} onClose={onClose} />;
    case 'questions':
      return <QuestionsPanel station={station} outcome={panel.outcome} reserve={door.reserve} onClose={onClose} />;
    case 'party':
      return (
        <PartyPanel
          station={station}
          outcome={panel.outcome}
          nowMs={nowMs}
          onResults={props.onPartyResults}
          onClose={onClose}
        />
      );
    case 'undo':
      return (
        <UndoPanel
          station={station}
          target={panel.target}
          onUndone={(target) => door.undone(target, panel.from)}
          onClose={() => (panel.from === 'recent' ? onOpen({ name: 'recent' }) : onClose())}
        />
      );
  }
}
