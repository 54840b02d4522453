/** Every kiosk with its last word, and how a new one comes in. */
import { useCallback, useState } from 'react';
import { type ApiError, api, asApiError } from '../api.ts';
import type { EventSummary } from '../event-summary.ts';
import { useLive } from '../use-live.ts';
import { Problem } from './problem.tsx';
import { ago } from './records.ts';

interface Kiosk {
  readonly id: string;
  readonly name: string;
  readonly gate: string;
  readonly role: string;
  /** Null: came in with an archive that knew nothing of it. */
  readonly presence: 'online' | 'offline' | null;
  readonly lastSeenAt: string | null;
  readonly revokedAt: string | null;
  readonly pending: number | null;
  readonly printer: string | null;
}

interface GateRecord {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

export function Kiosks({ event }: { readonly event: EventSummary }) {
  const [pairing, setPairing] = useState<{ code: string; gate: string; url: string } | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const read = useCallback(async () => {
    const of = `where[event][equals]=${event.id}`;
    const [kiosks, gates] = await Promise.all([
      api<{ data: Kiosk[] }>('GET', `/api/v1/kiosks?${of}&sort=name&limit=200`),
      api<{ data: GateRecord[] }>('GET', `/api/v1/gates?${of}&sort=name&limit=200`),
    ]);
    return { kiosks: kiosks.data, gates: new Map(gates.data.map((g) => [g.id, g])) };
  }, [event.id]);
  const { data, error, refresh } = useLive(read);

  async function attempt(work: () => Promise<void>) {
    setProblem(null);
    try {
      await work();
    } catch (fault) {
      setProblem(asApiError(fault));
    }
  }

  return (
    <>
      <h1>Kiosks</h1>
      <Problem error={problem ?? error} />
      {data && data.gates.size > 0 && (
        <section className="card" aria-labelledby="pair">
          <h2 id="pair">Add a kiosk</h2>
          <p>Choose its gate. The code works once and expires after 10 minutes.</p>
          <div className="actions">
            {[...data.gates.values()].map((gate) => (
              <button
                key={gate.id}
                type="button"
                onClick={() =>
                  attempt(async () => {
                    const { data: made } = await api<{ data: { pairingCode: string } }>(
                      'POST',
                      '/api/v1/kiosks/pairing-codes',
                      { event: event.id, gate: gate.id },
                    );
                    setPairing({
                      code: made.pairingCode,
                      gate: gate.name,
                      url: `${location.origin}/kiosk/?pair=${made.pairingCode}`,
                    });
                  })
                }
              >
                {gate.name}
              </button>
            ))}
          </div>
          {pairing && (
            <p role="status" className="pairing">
              Code for {pairing.gate}: <strong>{pairing.code}</strong> – or open <a href={pairing.url}>{pairing.url}</a>{' '}
              on the kiosk.
            </p>
          )}
        </section>
      )}
      <section className="card" aria-labelledby="supervisors">
        <h2 id="supervisors">Supervisors</h2>
        <p>
          They can override a kiosk’s refusal with their PIN.{' '}
          <a href={`#/supervisors/${event.id}`}>Supervisors and their PINs</a>
        </p>
      </section>
      {data && data.kiosks.length === 0 && (
        <p className="card empty">No kiosks yet. Create a pairing code to add one.</p>
      )}
      {data && data.kiosks.length > 0 && (
        <ul className="tiles">
          {data.kiosks.map((k) => {
            const state = k.revokedAt ? 'revoked' : (k.presence ?? 'offline');
            return (
              <li key={k.id} className={`card kiosk ${state}`}>
                <h2>{k.name}</h2>
                <p>
                  {data.gates.get(k.gate)?.name ?? 'a gate'} · {k.role}
                </p>
                <p>
                  <span className={`state ${state}`}>{state}</span>
                  {k.lastSeenAt ? `, last seen ${ago(k.lastSeenAt)}` : ', never seen'}
                </p>
                <p>
                  Unsent scans: {k.pending ?? '–'} · printer: {k.printer ?? '–'}
                </p>
                {!k.revokedAt && (
                  <button
                    type="button"
                    className="quiet"
                    onClick={() =>
                      confirm(`Revoke ${k.name}? It locks and deletes its data. Unsent scans stay on it.`) &&
                      attempt(async () => {
                        await api('POST', `/api/v1/kiosks/${k.id}/revoke`, {});
                        refresh();
                      })
                    }
                  >
                    Revoke<span className="visually-hidden"> {k.name}</span>
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
