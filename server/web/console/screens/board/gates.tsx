/** How fast each gate goes, and what its kiosks have not sent. */
import { useMemo } from 'react';
import type { Board, BoardGate } from '#shared/sync/board.ts';
import { type Column, DataRows } from '../../../parts/table/data-rows.tsx';
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
    { label: 'Gate', cell: ({ name }) => name },
    { label: '1 min', cell: ({ lastMinute }) => lastMinute, isNumber: true },
    { label: '15 min', cell: ({ last15Minutes }) => last15Minutes, isNumber: true },
    { label: 'Hour', cell: ({ last60Minutes }) => last60Minutes, isNumber: true },
    { label: 'Checked in', cell: ({ checkedIn }) => checkedIn, isNumber: true },
    { label: 'Kiosks', cell: ({ kiosks }) => kiosks, isNumber: true },
    { label: 'Unsent, oldest', cell: unsent, isNumber: true },
  ];
}

export function Gates({ board, nowMs }: { readonly board: Board; readonly nowMs: number }) {
  const { gates, checkedIn } = board;
  const rows = useMemo(() => gates.map((gate) => ({ ...gate, id: gate.key })), [gates]);
  return (
    <section className="card" aria-labelledby="gates">
      <h2 id="gates">
        Gates · {checkedIn} {checkedIn === 1 ? 'person' : 'people'} checked in
      </h2>
      {gates.length === 0 && (
        <p className="soft">This event has no gates yet. Add gates, then pair kiosks with them.</p>
      )}
      {gates.length > 0 && (
        <DataRows
          caption="Check-ins by gate"
          rows={rows}
          marks={({ key }) => ({ 'data-gate': key })}
          nameOf={({ name }) => name}
          columns={gateColumns(nowMs)}
        />
      )}
    </section>
  );
}
