/** The connection in full: what is known, since when, what has not been sent, what the server refused, the disk. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { Panel, Rows, Section } from './panel.tsx';
import { connectionWords } from './status-words.ts';
import { ago, bytes, number, plural, timeOfDay } from './words.ts';

export interface ConnectionPanelProps {
  readonly station: StationState;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function ConnectionPanel({ station, nowMs, onClose }: ConnectionPanelProps): ReactElement {
  const { sync, dataAsOf, pending, parked, storage } = station;
  const words = connectionWords(station, nowMs);
  const data = dataAsOf === null ? 'nothing loaded yet' : `${timeOfDay(dataAsOf, nowMs)} (${ago(dataAsOf, nowMs)})`;
  return (
    <Panel title="Connection and data" onClose={onClose}>
      <Section title={words.label}>
        <p>{explain(station)}</p>
        <Rows
          rows={[
            { label: 'Data from', value: data },
            ...(sync.phase === 'offline' ? [{ label: 'What fails', value: sync.reason }] : []),
            { label: 'Registrations held', value: number(station.registrations) },
            { label: 'Not yet sent', value: plural(pending, 'scan', 'scans') },
            ...(storage === null
              ? []
              : [
                  { label: 'Disk', value: `${bytes(storage.usedBytes)} used of ${bytes(storage.quotaBytes)}` },
                  {
                    label: 'Protected from clearing',
                    value: storage.persistent ? 'yes' : 'no: the browser may clear it when the disk is full',
                  },
                ]),
          ]}
        />
      </Section>
      {parked.length > 0 && (
        <Section title="Refused by the server">
          <p>
            These scans are kept here and do not hold up the others. Show them to the organizer: the reason says what
            was wrong.
          </p>
          <ul className="cards">
            {parked.map(({ scanId, code, message }) => (
              <li key={scanId} className="card">
                <p className="card-title">{message}</p>
                <p className="hint">
                  {code} · scan {scanId.slice(-8)}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Panel>
  );
}

function explain(station: StationState): string {
  switch (station.sync.phase) {
    case 'live':
      return 'Every scan reaches the other kiosks at once, and theirs reach this one.';
    case 'connecting':
      return 'Looking for the server. Scanning works meanwhile with the data held here.';
    case 'loading':
      return 'The list of registrations is on its way.';
    case 'offline':
      return station.networkCut
        ? 'The practice switch in Settings cuts this kiosk off. Scanning goes on; scans are sent when it is switched back.'
        : 'Scanning goes on with the data held here. Scans are kept on disk and sent by themselves when the network is back. Nothing has to be done.';
    case 'locked':
      return 'This kiosk may not admit people any more.';
  }
}
