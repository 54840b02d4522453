/** The gates of the board: entries of the last minute, quarter of an hour and hour, and scans that kiosks have not sent. */

import { useMemo } from 'react';
import type { Board, BoardGate } from '#shared/sync/board.ts';
import type { Column } from '../../../parts/table/column.ts';
import { DataRows } from '../../../parts/table/data-rows.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { ageMs, ageText, queueOldMs } from './ages.ts';

type GateRow = BoardGate & { readonly id: string };

function gateColumns(nowMs: number): readonly [Column<GateRow>, ...Column<GateRow>[]] {
  const unsent = ({ pending, oldestUnsentAt }: GateRow) => {
    if (pending === 0) return '–';
    const oldMs = oldestUnsentAt ? ageMs(oldestUnsentAt, nowMs) : 0;
    const text = `${pending}${oldestUnsentAt ? `, ${ageText(oldMs)}` : ''}`;
    return oldMs > queueOldMs ? <span className="odd">{text}</span> : text;
  };
  return [
    { label: t('gate'), cell: ({ name }) => name },
    { label: t('entries_1_min'), cell: ({ lastMinute }) => lastMinute, isNumber: true },
    { label: t('entries_15_min'), cell: ({ last15Minutes }) => last15Minutes, isNumber: true },
    { label: t('entries_1_h'), cell: ({ last60Minutes }) => last60Minutes, isNumber: true },
    { label: t('people_checked_in'), cell: ({ checkedIn }) => checkedIn, isNumber: true },
    { label: t('kiosks'), cell: ({ kiosks }) => kiosks, isNumber: true },
    { label: t('unsent_oldest'), cell: unsent, isNumber: true },
  ];
}

export function Gates({ board, nowMs }: { readonly board: Board; readonly nowMs: number }) {
  const { gates, checkedIn } = board;
  const rows = useMemo(() => gates.map((gate) => ({ ...gate, id: gate.key })), [gates]);
  return (
    <section className="card" aria-labelledby="gates">
      <h2 id="gates">{tx('gates_checked_in', { checkedIn, part: checkedIn === 1 ? t('person_2') : t('people_3') })}</h2>
      {gates.length === 0 && <p className="soft">{t('this_event_has_no_gates_yet')}</p>}
      {gates.length > 0 && (
        <DataRows
          caption={t('check_ins_by_gate')}
          rows={rows}
          marks={({ key }) => ({ 'data-gate': key })}
          nameOf={({ name }) => name}
          columns={gateColumns(nowMs)}
        />
      )}
    </section>
  );
}
