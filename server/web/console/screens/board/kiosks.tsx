/** Each kiosk as it last spoke of itself; moved to another gate or revoked from here. */
import { useCallback } from 'react';
import type { Board, BoardKiosk } from '#shared/sync/board.ts';
import { api } from '../../api.ts';
import { useLive } from '../../use-live.ts';
import { ageMs, ageText, clockOffMs, dataOldMs, queueOldMs } from './ages.ts';

export interface GateChoice {
  readonly id: string;
  readonly name: string;
}

export interface KiosksProps {
  readonly board: Board;
  readonly eventId: string;
  readonly nowMs: number;
  readonly onMove: (kiosk: BoardKiosk, gate: GateChoice) => void;
  readonly onRevoke: (kiosk: BoardKiosk) => void;
}

/** Gates hardly ever change. */
const gatesEveryMs = 10_000;

export function Kiosks({ board, eventId, nowMs, onMove, onRevoke }: KiosksProps) {
  const read = useCallback(
    () => api<{ data: GateChoice[] }>('GET', `/api/v1/gates?where[event][equals]=${eventId}&sort=name&limit=200`),
    [eventId],
  );
  const gates = useLive(read, gatesEveryMs).data?.data ?? [];
  return (
    <section aria-labelledby="board-kiosks">
      <h2 id="board-kiosks">Kiosks</h2>
      {board.kiosks.length === 0 && (
        <div className="card empty">
          <p>No kiosks yet. To add one:</p>
          <ol>
            <li>
              Open <a href={`#/kiosks/${eventId}`}>Kiosks</a> and choose its gate to get a pairing code.
            </li>
            <li>
              On the device, open <code>{location.origin}/kiosk/</code> and enter the code. It is valid for 10 minutes.
            </li>
          </ol>
        </div>
      )}
      <ul className="tiles">
        {board.kiosks.map((kiosk) => (
          <li key={kiosk.id} className="card kiosk" data-kiosk={kiosk.id}>
            <h3>{kiosk.name}</h3>
            <Facts kiosk={kiosk} nowMs={nowMs} />
            <div className="actions">
              <label>
                <span className="visually-hidden">Gate of {kiosk.name}</span>
                <select
                  value={kiosk.gate}
                  onChange={({ target }) => {
                    const gate = gates.find(({ id }) => id === target.value);
                    if (gate) onMove(kiosk, gate);
                  }}
                >
                  {!gates.some(({ id }) => id === kiosk.gate) && <option value={kiosk.gate}>{kiosk.gateName}</option>}
                  {gates.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <button type="button" className="quiet" onClick={() => onRevoke(kiosk)}>
                Revoke<span className="visually-hidden"> {kiosk.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Somebody should look at it. */
  readonly odd: boolean;
}

function Facts({ kiosk, nowMs }: { readonly kiosk: BoardKiosk; readonly nowMs: number }) {
  return (
    <dl className="facts">
      {factsOf(kiosk, nowMs).map(({ label, value, odd }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={odd ? 'state away' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(kiosk: BoardKiosk, nowMs: number): readonly Fact[] {
  const { presence, lastSeenAt, dataAsOf, pending, oldestUnsentAt, parked, softwareVersion, role } = kiosk;
  const dataMs = dataAsOf === null ? null : ageMs(dataAsOf, nowMs);
  const queueMs = oldestUnsentAt === null ? null : ageMs(oldestUnsentAt, nowMs);
  const heard = lastSeenAt === null ? 'never seen' : `last seen ${ageText(ageMs(lastSeenAt, nowMs))} ago`;
  return [
    { label: 'Connection', value: `${presence ?? 'offline'}, ${heard}`, odd: presence !== 'online' },
    {
      label: 'Data',
      value: dataMs === null ? 'not reported' : `${ageText(dataMs)} old`,
      odd: dataMs !== null && dataMs > dataOldMs,
    },
    {
      label: 'Unsent scans',
      value:
        pending === null ? 'not reported' : queueMs === null ? `${pending}` : `${pending}, oldest ${ageText(queueMs)}`,
      odd: queueMs !== null && queueMs > queueOldMs,
    },
    { label: 'Refused scans', value: parked === null ? 'not reported' : `${parked}`, odd: (parked ?? 0) > 0 },
    { label: 'Printer', ...printerOf(kiosk) },
    { label: 'Clock', ...clockOf(kiosk) },
    {
      label: 'Software',
      value: `${softwareVersion ?? 'not reported'}${role === 'gate' ? '' : `, ${role}`}`,
      odd: false,
    },
  ];
}

const printerTexts: Readonly<Record<string, string>> = {
  ready: 'ready',
  busy: 'printing',
  error: 'stopped',
  none: 'none',
};
const paperTexts: Readonly<Record<string, string>> = { ok: '', low: 'paper is low', out: 'no paper' };

function printerOf({ printer, paper, printerMessage }: BoardKiosk): Omit<Fact, 'label'> {
  const odd = printer === 'error' || paper === 'low' || paper === 'out';
  const state = printer === null ? 'not reported' : (printerTexts[printer] ?? printer);
  const paperText = paper === null ? '' : (paperTexts[paper] ?? paper);
  return { value: [state, paperText, printerMessage ?? ''].filter(Boolean).join(' – '), odd };
}

function clockOf({ clockOffsetMs, clockTrusted }: BoardKiosk): Omit<Fact, 'label'> {
  if (clockTrusted === false) return { value: 'not trusted', odd: true };
  if (clockOffsetMs === null) return { value: 'not reported', odd: false };
  const odd = Math.abs(clockOffsetMs) > clockOffMs;
  const seconds = (Math.abs(clockOffsetMs) / 1000).toFixed(1);
  return { value: odd ? `${seconds} s ${clockOffsetMs > 0 ? 'slow' : 'fast'}, corrected` : 'right', odd };
}
