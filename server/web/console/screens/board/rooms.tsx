/** Rooms that take only so many: who is inside, what kiosks were promised, what is left. */
import type { BoardRoom } from '#shared/sync/board.ts';

export function Rooms({ rooms }: { readonly rooms: readonly BoardRoom[] }) {
  return (
    <section className="card" aria-labelledby="rooms">
      <h2 id="rooms">Rooms</h2>
      {rooms.length === 0 && <p className="soft">No gate or list limits how many people can be inside.</p>}
      <ul className="rows">
        {rooms.map(({ room, name, capacity, inside, leased, left }) => (
          <li key={room} data-room={room}>
            <div className="room">
              <strong>{name}</strong>
              <meter min={0} max={Math.max(capacity, 1)} value={Math.min(inside, capacity)} aria-hidden="true" />
              <span>
                {inside} inside · {leased} reserved for kiosks
              </span>
            </div>
            <span className={left <= 0 ? 'odd' : undefined}>
              {left < 0 ? `${-left} too many` : `${left} of ${capacity} left`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
