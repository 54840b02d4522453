/** The supervisors' board: all gates, kiosks and rooms of an event, and what somebody must look at now. */
import { useMemo, useState } from 'react';
import { type ApiError, api, asApiError } from '../../api.ts';
import type { EventSummary } from '../../event-summary.ts';
import { Problem } from '../problem.tsx';
import { ageText } from './ages.ts';
import { playAlarm, soundWanted, wantSound } from './alarm.ts';
import './board.css';
import { Attention } from './attention.tsx';
import { Gates } from './gates.tsx';
import { Kiosks } from './kiosks.tsx';
import { Reprint } from './reprint.tsx';
import { Rooms } from './rooms.tsx';
import { useBoard } from './use-board.ts';
import { useNewOnes } from './use-new-ones.ts';

/** A picture older than this is said to be old. */
const staleMs = 10_000;

export function BoardPage({ event }: { readonly event: EventSummary }) {
  const { board, error, refresh, nowMs } = useBoard(event.id);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [notice, setNotice] = useState('');
  const [alert, setAlert] = useState<string | null>(null);
  const [sound, setSound] = useState(soundWanted);
  const [silenced, setSilenced] = useState(false);
  const conflictIds = useMemo(() => board?.conflicts.map(({ id }) => id) ?? null, [board]);

  useNewOnes(conflictIds, (fresh) => {
    const first = board?.conflicts.find(({ id }) => id === fresh[0]);
    const where = first ? `${first.person || 'Someone'} at ${first.gate ?? 'a gate'}` : 'Someone';
    setAlert(fresh.length === 1 ? `Admitted twice: ${where}.` : `${fresh.length} people were admitted twice.`);
    if (sound) void playAlarm().then((played) => setSilenced(!played));
  });

  async function act(done: string, work: () => Promise<unknown>): Promise<void> {
    setProblem(null);
    try {
      await work();
      setNotice(done);
      refresh();
    } catch (fault) {
      setProblem(asApiError(fault));
    }
  }

  const oldMs = board ? nowMs - Date.parse(board.at) : 0;
  return (
    <>
      <div className="board-head">
        <h1>Board</h1>
        <label className="check">
          <input
            type="checkbox"
            checked={sound}
            onChange={({ target }) => {
              wantSound(target.checked);
              setSound(target.checked);
              // The click is what browsers wait for before they let a page sound.
              if (target.checked) void playAlarm().then((played) => setSilenced(!played));
            }}
          />
          Sound when someone is admitted twice
        </label>
      </div>
      {sound && silenced && <p className="hint">Your browser blocks sound until you click on this page.</p>}
      <div role="status" className="alert-line">
        {alert && (
          <div className="banner">
            <strong>{alert}</strong>
            <button type="button" onClick={() => setAlert(null)}>
              Hide<span className="visually-hidden"> this message</span>
            </button>
          </div>
        )}
      </div>
      <Problem error={problem ?? error} />
      <p role="status" className="notice">
        {notice}
      </p>
      {board && oldMs > staleMs && (
        <p className="problem" role="alert">
          These figures are {ageText(oldMs)} old: the server is not responding.
        </p>
      )}
      {!board && !error && <p role="status">Loading…</p>}
      {board && (
        <>
          <Attention
            event={event}
            board={board}
            onLooked={(collection, id) =>
              act('Marked as reviewed.', () =>
                api('PATCH', `/api/v1/${collection}/${id}`, { acknowledgedAt: new Date().toISOString() }),
              )
            }
          />
          <Gates board={board} nowMs={nowMs} />
          <Kiosks
            board={board}
            eventId={event.id}
            nowMs={nowMs}
            onMove={(kiosk, gate) =>
              act(`${kiosk.name} is now at ${gate.name}.`, () =>
                api('PATCH', `/api/v1/kiosks/${kiosk.id}`, { gate: gate.id }),
              )
            }
            onRevoke={(kiosk) =>
              confirm(`Revoke ${kiosk.name}? It locks and deletes its data. Unsent scans stay on it.`) &&
              void act(`${kiosk.name} revoked.`, () => api('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, {}))
            }
          />
          <div className="columns">
            <Rooms rooms={board.rooms} />
            <Reprint eventId={event.id} gates={board.gates} onDo={act} />
          </div>
        </>
      )}
    </>
  );
}
