/** Each kiosk with its last report about itself; a kiosk is moved to another gate or revoked from here. */

import type { Board, BoardKiosk } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { EmptyState } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { usePublicLinks } from '../../data/public-link.ts';
import { type GateRecord, readGates } from '../kiosks/kiosk.ts';
import { KioskFacts } from './kiosk-facts.tsx';

export interface KiosksProps {
  readonly board: Board;
  readonly eventId: string;
  readonly nowMs: number;
  readonly onMove: (kiosk: BoardKiosk, gate: GateRecord) => void;
  readonly onRevoke: (kiosk: BoardKiosk) => void;
}

export function Kiosks({ board, eventId, nowMs, onMove, onRevoke }: KiosksProps) {
  const gates = useOnceQuery(['gates', eventId], () => readGates(eventId)).data ?? [];
  const links = usePublicLinks(eventId);
  return (
    <section aria-labelledby="board-kiosks">
      <h2 id="board-kiosks">{t('kiosks')}</h2>
      {board.kiosks.length === 0 && (
        <EmptyState>
          <p>{t('no_kiosks_yet_to_add_one')}</p>
          <ol>
            <li>{tx('open_and_choose_its_gate_to', { a: <a href={`#/kiosks/${eventId}`}>{t('kiosks')}</a> })}</li>
            <li>{tx('on_the_device_open_and_enter', { code: <code>{links?.kiosk}</code> })}</li>
          </ol>
        </EmptyState>
      )}
      <ul className="tiles">
        {board.kiosks.map((kiosk) => (
          <li key={kiosk.id} className="card kiosk" data-kiosk={kiosk.id}>
            <h3>{kiosk.name}</h3>
            <KioskFacts kiosk={kiosk} nowMs={nowMs} />
            <div className="actions">
              <label>
                <span className="visually-hidden">{tx('gate_of', { name: kiosk.name })}</span>
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
              <Button small look="danger" of={kiosk.name} onClick={() => onRevoke(kiosk)}>
                {t('revoke')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
