/** The table of gates: people in the last 1, 15 and 60 minutes, check-ins, and scans that the gate's kiosks have not sent. */
import type { ReactElement } from 'react';
import type { BoardGate } from '#shared/sync/board.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { ageOf, queueOldMs } from './ages.ts';
import { catalogues } from './words/catalogues.ts';

export function GateTable({ gates, nowMs }: { gates: readonly BoardGate[]; nowMs: number }): ReactElement {
  const { columns, noGates, gates: title } = useWordsOf(catalogues);
  const format = useFormats();
  if (gates.length === 0) return <p>{noGates}</p>;
  return (
    // `tabIndex` lets a keyboard scroll the table where it is wider than the sheet.
    <section className="board-scroll" aria-label={title} tabIndex={0}>
      <table className="board-gates">
        <thead>
          <tr>
            <th scope="col">{columns.gate}</th>
            <th scope="col">{columns.minute}</th>
            <th scope="col">{columns.quarter}</th>
            <th scope="col">{columns.hour}</th>
            <th scope="col">{columns.checkedIn}</th>
            <th scope="col">{columns.unsent}</th>
          </tr>
        </thead>
        <tbody>
          {gates.map((gate) => {
            const waits = ageOf(gate.oldestUnsentAt, nowMs);
            const age = waits === null ? '' : ` · ${format.duration(waits)}`;
            return (
              <tr key={gate.key} data-gate={gate.key}>
                <th scope="row" dir="auto">
                  {gate.name}
                </th>
                <td>{format.number(gate.lastMinute)}</td>
                <td>{format.number(gate.last15Minutes)}</td>
                <td>{format.number(gate.last60Minutes)}</td>
                <td>{format.number(gate.checkedIn)}</td>
                <td data-odd={(waits ?? 0) > queueOldMs}>
                  {gate.pending === 0 ? '–' : `${format.number(gate.pending)}${age}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
