/** The last scans of this kiosk: who, what it came to, when, and how long it can still be taken back. */
import { type ReactElement, useEffect, useState } from 'react';
import type { RecentScan } from '#kiosk/station/staff-act-results.ts';
import type { Station } from '#kiosk/station/station.ts';
import { parseTime } from '#shared/base/time.ts';
import { kindOf } from '../../model/result-kind.ts';
import { Panel } from '../../parts/panel.tsx';
import { ResultIcon } from '../../parts/result-icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { UndoTarget } from './open-panel.ts';

const recentMax = 50;

export interface RecentPanelProps {
  readonly station: Pick<Station, 'recent'>;
  readonly nowMs: number;
  readonly onUndo: (target: UndoTarget) => void;
  readonly onClose: () => void;
}

export function RecentPanel({ station, nowMs, onUndo, onClose }: RecentPanelProps): ReactElement {
  const { recent } = useWords();
  const [scans, setScans] = useState<readonly RecentScan[] | 'reading' | 'unreadable'>('reading');

  useEffect(() => {
    let wanted = true;
    station.recent(recentMax).then(
      (read) => {
        if (wanted) setScans(read);
      },
      (error: unknown) => {
        console.error('recent scans:', error);
        if (wanted) setScans('unreadable');
      },
    );
    return () => {
      wanted = false;
    };
  }, [station]);

  return (
    <Panel title={recent.title} onClose={onClose}>
      {typeof scans === 'string' ? (
        <p aria-live="polite">{recent[scans]}</p>
      ) : scans.length === 0 ? (
        <p>{recent.none}</p>
      ) : (
        <ul className="cards">
          {scans.map((scan) => (
            <li key={scan.scanId}>
              <RecentCard scan={scan} nowMs={nowMs} onUndo={onUndo} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface RecentCardProps {
  readonly scan: RecentScan;
  readonly nowMs: number;
  readonly onUndo: (target: UndoTarget) => void;
}

function RecentCard({ scan, nowMs, onUndo }: RecentCardProps): ReactElement {
  const { recent, undo, verdicts, format } = useWords();
  const { verdict, direction, undoableUntil } = scan;
  const name = scan.name ?? recent.noName;
  const leftMs = undoableUntil === null ? 0 : (parseTime(undoableUntil) ?? 0) - nowMs;
  const parts = [
    direction === 'exit' ? recent.exit : recent.entry,
    scan.overridden ? recent.overridden : null,
    format.time(scan.scannedAt, nowMs),
  ];
  return (
    <article className="card recent" data-undone={scan.undone} aria-label={name}>
      <div className="recent-icon" data-tone={kindOf(verdict)}>
        <ResultIcon kind={kindOf(verdict)} />
      </div>
      <div className="recent-words">
        <p className="card-title" dir="auto">
          {name}
        </p>
        {scan.company !== null && scan.company !== '' && <p dir="auto">{scan.company}</p>}
        <p>
          <b>{scan.undone ? recent.undone : verdicts[verdict].title}</b>
        </p>
        <p className="hint">{format.line(parts)}</p>
      </div>
      {leftMs > 0 && !scan.undone && (
        <div className="recent-undo">
          <button type="button" className="button quiet" onClick={() => onUndo({ scanId: scan.scanId, name })}>
            {recent.takeBack}
            <span className="only-read">: {name}</span>
          </button>
          <p className="hint">{undo.timeLeft(format.duration(leftMs))}</p>
        </div>
      )}
    </article>
  );
}
