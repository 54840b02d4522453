/** The connection in full: its state, the age of the data, unsent scans, scans that the server refused, the disk. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { Panel, Rows, Section } from '../../parts/panel.tsx';
import type { Wording } from '../../words/catalogues.ts';
import { failWords, refusalWords } from '../../words/code-words.ts';
import { useWords } from '../../words/use-words.tsx';
import { connectionWords } from '../status/status-words.ts';

export interface ConnectionPanelProps {
  readonly station: StationState;
  readonly nowMs: number;
  readonly onClose: () => void;
}

export function ConnectionPanel({ station, nowMs, onClose }: ConnectionPanelProps): ReactElement {
  const words = useWords();
  const { connection } = words;
  const { parked } = station;
  return (
    <Panel title={connection.title} onClose={onClose}>
      <Section title={connectionWords(station, words, nowMs).label}>
        <p>{explain(station, words)}</p>
        <Rows rows={rowsOf(station, words, nowMs)} />
      </Section>
      {parked.length > 0 && (
        <Section title={connection.refusedTitle}>
          <p>{connection.refusedText}</p>
          <ul className="cards">
            {parked.map((scan) => (
              <ParkedCard key={scan.scanId} scan={scan} />
            ))}
          </ul>
        </Section>
      )}
    </Panel>
  );
}

function ParkedCard({ scan }: { readonly scan: StationState['parked'][number] }): ReactElement {
  const words = useWords();
  const { connection, common } = words;
  const reason = refusalWords(scan.code, words);
  return (
    <li className="card">
      <p className="card-title">{reason ?? connection.refusals.other}</p>
      {reason === null && (
        <p>
          {common.details}: <bdi lang="en">{scan.message}</bdi>
        </p>
      )}
      <p className="hint">
        <bdi>{scan.code}</bdi> · {connection.scan(scan.scanId.slice(-8))}
      </p>
    </li>
  );
}

function explain({ sync, leaseExpired, networkCut }: StationState, { connection }: Wording): string {
  if (sync.phase !== 'offline') return connection.explain[sync.phase];
  if (leaseExpired) return connection.explain.locked;
  return networkCut ? connection.explain.cut : connection.explain.offline;
}

function rowsOf(station: StationState, words: Wording, nowMs: number): { label: string; value: string }[] {
  const { sync, dataAsOf, pending, storage } = station;
  const { connection, common, facts, format } = words;
  const data =
    dataAsOf === null
      ? connection.nothingLoaded
      : facts.timeAndAge(format.time(dataAsOf, nowMs), format.ago(dataAsOf, nowMs));
  const rows = [
    { label: connection.dataFrom, value: data },
    { label: connection.registrationsHeld, value: format.number(station.registrations) },
    { label: connection.notSent, value: connection.scans(pending) },
  ];
  if (sync.phase === 'offline')
    rows.splice(1, 0, { label: connection.whatFails, value: failWords(sync.reason, words) });
  if (storage === null) return rows;
  const used = connection.usedOf(format.bytes(storage.usedBytes), format.bytes(storage.quotaBytes));
  return [
    ...rows,
    { label: connection.disk, value: used },
    { label: connection.protected, value: storage.persistent ? common.yes : connection.notProtected },
  ];
}
