/** Rooms with a capacity: how many people are inside, how many places are leased to kiosks, how many are left. */

import type { BoardRoom } from '#shared/sync/board.ts';
import { t, tx } from '../../../parts/text/text.ts';

export function Rooms({ rooms }: { readonly rooms: readonly BoardRoom[] }) {
  return (
    <section className="card" aria-labelledby="rooms">
      <h2 id="rooms">{t('rooms')}</h2>
      {rooms.length === 0 && <p className="soft">{t('no_gate_or_list_limits_how')}</p>}
      <ul className="rows">
        {rooms.map(({ room, name, capacity, inside, leased, left }) => (
          <li key={room} data-room={room}>
            <div className="room">
              <strong>{name}</strong>
              <meter min={0} max={Math.max(capacity, 1)} value={Math.min(inside, capacity)} aria-hidden="true" />
              <span>{tx('inside_reserved_for_kiosks', { inside, leased })}</span>
            </div>
            <span className={left <= 0 ? 'odd' : undefined}>
              {left < 0 ? t('too_many', { value: -left }) : t('of_left', { left, capacity })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
