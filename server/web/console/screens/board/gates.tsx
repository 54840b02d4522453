/** How fast each gate goes, and what its kiosks have not sent. */
import type { Board } from '#shared/sync/board.ts';
import { ageMs, ageText, queueOldMs } from './ages.ts';

export function Gates({ board, nowMs }: { readonly board: Board; readonly nowMs: number }) {
  const { gates, checkedIn } = board;
  return (
    <section className="card" aria-labelledby="gates">
      <h2 id="gates">
        Gates · {checkedIn} {checkedIn === 1 ? 'person' : 'people'} checked in
      </h2>
      {gates.length === 0 && (
        <p className="empty">This event has no gates yet. Add gates, then pair kiosks with them.</p>
      )}
      {gates.length > 0 && (
        // Reached by keyboard where it is wider than the page.
        <section className="table" aria-label="Check-ins by gate" tabIndex={0}>
          <table className="gates">
            <thead>
              <tr>
                <th scope="col">Gate</th>
                <th scope="col">1 min</th>
                <th scope="col">15 min</th>
                <th scope="col">Hour</th>
                <th scope="col">Checked in</th>
                <th scope="col">Kiosks</th>
                <th scope="col">Unsent, oldest</th>
              </tr>
            </thead>
            <tbody>
              {gates.map((gate) => {
                const oldMs = gate.oldestUnsentAt ? ageMs(gate.oldestUnsentAt, nowMs) : 0;
                return (
                  <tr key={gate.key} data-gate={gate.key}>
                    <th scope="row">{gate.name}</th>
                    <td>{gate.lastMinute}</td>
                    <td>{gate.last15Minutes}</td>
                    <td>{gate.last60Minutes}</td>
                    <td>{gate.checkedIn}</td>
                    <td>{gate.kiosks}</td>
                    <td className={oldMs > queueOldMs ? 'state away' : ''}>
                      {gate.pending === 0 ? '–' : `${gate.pending}${gate.oldestUnsentAt ? `, ${ageText(oldMs)}` : ''}`}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
