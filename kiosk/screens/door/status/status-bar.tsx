/**
 * Shows the facts that must always be visible: whether the data is live or how old it is, unsent scans, the printer,
 * and what waits for a person. Each part opens its panel.
 */
import type { ReactElement, ReactNode } from 'react';
import type { PrintingState } from '#kiosk/printing/printing.ts';
import type { StationState } from '#kiosk/station/station.ts';
import type { VenueState } from '#kiosk/station/venue.ts';
import {
  ConflictIcon,
  Mark,
  OfflineIcon,
  OnlineIcon,
  ParkedIcon,
  PrinterIcon,
  SettingsIcon,
  UploadIcon,
  WaitIcon,
} from '../../parts/icons.tsx';
import { useWords } from '../../words/use-words.tsx';
import { connectionWords, printerWords, type Weight } from './status-words.ts';

export type StatusPanelName = 'connection' | 'printing' | 'conflicts' | 'settings';

export interface StatusBarProps {
  readonly station: StationState;
  readonly printing: PrintingState;
  readonly venue: VenueState;
  readonly nowMs: number;
  readonly onOpen: (panel: StatusPanelName) => void;
}

export function StatusBar({ station, printing, venue, nowMs, onOpen }: StatusBarProps): ReactElement {
  const words = useWords();
  const { status } = words;
  const connection = connectionWords(station, words, nowMs, venue);
  const printer = printerWords(printing, words);
  const { conflicts, parked, pending } = station;
  return (
    <header className="status-bar">
      <div className="status-place">
        <Mark />
        <p>
          <span className="status-gate" dir="auto">
            {station.gateName}
          </span>
          <span className="status-event" dir="auto">
            {station.eventName}
          </span>
        </p>
      </div>
      <nav className="status-chips" aria-label={status.nav}>
        <Chip
          weight={connection.weight}
          grows
          label={connection.label}
          detail={connection.detail}
          onClick={() => onOpen('connection')}
        >
          {connection.weight === 'good' ? (
            <OnlineIcon />
          ) : station.sync.phase === 'offline' || station.networkCut ? (
            <OfflineIcon />
          ) : (
            <WaitIcon />
          )}
        </Chip>
        <Chip
          weight={pending > 0 ? 'note' : 'calm'}
          count={pending}
          label={status.unsent}
          spoken={status.unsentScans(pending)}
          onClick={() => onOpen('connection')}
        >
          <UploadIcon />
        </Chip>
        <Chip
          weight={printer.weight}
          label={printer.label}
          detail={printer.detail}
          spoken={printer.spoken}
          {...(printer.count > 0 ? { count: printer.count } : {})}
          onClick={() => onOpen('printing')}
        >
          <PrinterIcon />
        </Chip>
        {conflicts.length > 0 && (
          <Chip
            weight="bad"
            count={conflicts.length}
            label={status.conflict(conflicts.length)}
            spoken={status.conflicts(conflicts.length)}
            onClick={() => onOpen('conflicts')}
          >
            <ConflictIcon />
          </Chip>
        )}
        {parked.length > 0 && (
          <Chip
            weight="bad"
            count={parked.length}
            label={status.refused}
            spoken={status.refusedByServer(parked.length)}
            onClick={() => onOpen('connection')}
          >
            <ParkedIcon />
          </Chip>
        )}
        <Chip weight="calm" room="only-wide" label={status.settings} onClick={() => onOpen('settings')}>
          <SettingsIcon />
        </Chip>
      </nav>
    </header>
  );
}

interface ChipProps {
  readonly weight: Weight;
  readonly label: string;
  readonly detail?: string | null;
  readonly count?: number;
  /** Name for screen readers where label and count do not make a sentence. */
  readonly spoken?: string;
  readonly grows?: boolean;
  /** Condition under which the words are hidden to make room for others; screen readers keep them. */
  readonly room?: 'may-hide' | 'only-wide';
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Chip({
  weight,
  label,
  detail,
  count,
  spoken,
  grows = false,
  room = 'may-hide',
  onClick,
  children,
}: ChipProps): ReactElement {
  const { format } = useWords();
  const text = (
    <>
      {count !== undefined && <span className="chip-count">{format.number(count)}</span>}
      <span className={grows ? 'chip-text' : `chip-text ${room}`}>
        <span className="chip-label">{label}</span>
        {detail !== undefined && detail !== null && <span className="chip-detail">{detail}</span>}
      </span>
    </>
  );
  return (
    <button type="button" className="chip" data-weight={weight} data-grows={grows} onClick={onClick}>
      {children}
      {spoken === undefined ? (
        text
      ) : (
        <>
          <span className="chip-seen" aria-hidden="true">
            {text}
          </span>
          <span className="only-read">{spoken}</span>
        </>
      )}
    </button>
  );
}
