/** Admissions that should not have happened, until someone has reviewed them. */

import type { Board, BoardConflict, BoardReport } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { exactTimeAt, timeAt, type Zoned } from '../../../parts/event-time.ts';

export interface AttentionProps {
  readonly board: Board;
  readonly event: Zoned;
  readonly onReviewed: (collection: 'checkin_conflicts' | 'admission_reports', id: string) => void;
}

const reportTexts: Readonly<Record<string, string>> = {
  over_capacity: 'more people than there is room for',
  walk_in_over_capacity: 'registered at the door without a free seat',
  walk_in_not_allowed: 'registered at the door with a ticket type that is not sold there',
  walk_in_refused: 'registered at the door, but the registration could not be created',
  approval_refused: 'let in by an override whose approval is not proven; the check-in does not count',
  admitted_against_rules: 'let in against the rules',
};

export function Attention({ board, event, onReviewed }: AttentionProps) {
  const { conflicts, conflictCount, reports, reportCount } = board;
  return (
    <>
      {conflicts.length > 0 && (
        <section className="card alarm" aria-labelledby="conflicts">
          <h2 id="conflicts">Admitted twice ({conflictCount})</h2>
          <ul className="rows">
            {conflicts.map((conflict) => (
              <li key={conflict.id} data-conflict={conflict.id}>
                <div>
                  <strong>{conflict.person || 'Unknown person'}</strong>
                  <span>{conflictText(event, conflict)}</span>
                </div>
                <Button onClick={() => onReviewed('checkin_conflicts', conflict.id)}>
                  Mark as reviewed<span className="visually-hidden">: {conflict.person}</span>
                </Button>
              </li>
            ))}
          </ul>
          <More shown={conflicts.length} all={conflictCount} />
        </section>
      )}
      {reports.length > 0 && (
        <section className="card alarm" aria-labelledby="reports">
          <h2 id="reports">Admissions to review ({reportCount})</h2>
          <ul className="rows">
            {reports.map((report) => (
              <li key={report.id} data-report={report.id}>
                <div>
                  <strong>{report.about}</strong>
                  <span>{reportText(event, report)}</span>
                </div>
                <Button onClick={() => onReviewed('admission_reports', report.id)}>
                  Mark as reviewed<span className="visually-hidden">: {report.about}</span>
                </Button>
              </li>
            ))}
          </ul>
          <More shown={reports.length} all={reportCount} />
        </section>
      )}
    </>
  );
}

function More({ shown, all }: { readonly shown: number; readonly all: number }) {
  return all > shown ? <p className="soft">and {all - shown} more</p> : null;
}

function place(gate: string | null, kiosk: string | null): string {
  return `${gate ?? 'a gate'}${kiosk ? ` (${kiosk})` : ''}`;
}

function conflictText(
  event: Zoned,
  { firstScannedAt, firstGate, firstKiosk, scannedAt, gate, kiosk }: BoardConflict,
): string {
  const first = `first ${exactTimeAt(event, firstScannedAt)} at ${place(firstGate, firstKiosk)}`;
  return `${first}, again ${exactTimeAt(event, scannedAt)} at ${place(gate, kiosk)}`;
}

function reportText(event: Zoned, { kind, person, kiosk, happenedAt, excess, capacity }: BoardReport): string {
  const over = kind === 'over_capacity' && excess > 0 ? `, ${excess} over ${capacity ?? 'the limit'}` : '';
  const who = person ? `${person}: ` : '';
  return `${who}${reportTexts[kind] ?? kind}${over} · ${timeAt(event, happenedAt)}${kiosk ? ` · ${kiosk}` : ''}`;
}
