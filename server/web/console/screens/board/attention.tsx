/** Admissions that should not have happened, until someone has reviewed them. */

import type { Board, BoardConflict, BoardReport } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { exactTimeAt, timeAt, type Zoned } from '../../../parts/event-time.ts';
import { t, tx } from '../../../parts/text/text.ts';

export interface AttentionProps {
  readonly board: Board;
  readonly event: Zoned;
  readonly onReviewed: (collection: 'checkin_conflicts' | 'admission_reports', id: string) => void;
}

const reportTexts: Readonly<Record<string, string>> = {
  over_capacity: t('more_people_than_there_is_room'),
  walk_in_over_capacity: t('registered_at_the_door_without_a'),
  walk_in_not_allowed: t('registered_at_the_door_with_a'),
  walk_in_refused: t('registered_at_the_door_but_the'),
  approval_refused: t('let_in_by_an_override_not_proven'),
  admitted_against_rules: t('let_in_against_the_rules'),
};

export function Attention({ board, event, onReviewed }: AttentionProps) {
  const { conflicts, conflictCount, reports, reportCount } = board;
  return (
    <>
      {conflicts.length > 0 && (
        <section className="card alarm" aria-labelledby="conflicts">
          <h2 id="conflicts">{tx('admitted_twice', { conflictCount })}</h2>
          <ul className="rows">
            {conflicts.map((conflict) => (
              <li key={conflict.id} data-conflict={conflict.id}>
                <div>
                  <strong>{conflict.person || t('unknown_person')}</strong>
                  <span>{conflictText(event, conflict)}</span>
                </div>
                <Button onClick={() => onReviewed('checkin_conflicts', conflict.id)}>
                  {tx('mark_as_reviewed', { span: <span className="visually-hidden">: {conflict.person}</span> })}
                </Button>
              </li>
            ))}
          </ul>
          <More shown={conflicts.length} all={conflictCount} />
        </section>
      )}
      {reports.length > 0 && (
        <section className="card alarm" aria-labelledby="reports">
          <h2 id="reports">{tx('admissions_to_review', { reportCount })}</h2>
          <ul className="rows">
            {reports.map((report) => (
              <li key={report.id} data-report={report.id}>
                <div>
                  <strong>{report.about}</strong>
                  <span>{reportText(event, report)}</span>
                </div>
                <Button onClick={() => onReviewed('admission_reports', report.id)}>
                  {tx('mark_as_reviewed', { span: <span className="visually-hidden">: {report.about}</span> })}
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
  return all > shown ? <p className="soft">{tx('and_more', { value: all - shown })}</p> : null;
}

function place(gate: string | null, kiosk: string | null): string {
  return `${gate ?? t('a_gate')}${kiosk ? ` (${kiosk})` : ''}`;
}

function conflictText(
  event: Zoned,
  { firstScannedAt, firstGate, firstKiosk, scannedAt, gate, kiosk }: BoardConflict,
): string {
  const first = t('first_at', { exactTimeAt: exactTimeAt(event, firstScannedAt), place: place(firstGate, firstKiosk) });
  return t('again_at', { first, exactTimeAt: exactTimeAt(event, scannedAt), place: place(gate, kiosk) });
}

function reportText(event: Zoned, { kind, person, kiosk, happenedAt, excess, capacity }: BoardReport): string {
  const over = kind === 'over_capacity' && excess > 0 ? t('over', { excess, part: capacity ?? t('the_limit') }) : '';
  const who = person ? `${person}: ` : '';
  return `${who}${reportTexts[kind] ?? kind}${over} · ${timeAt(event, happenedAt)}${kiosk ? ` · ${kiosk}` : ''}`;
}
