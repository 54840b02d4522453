/** Rooms with a capacity: people inside, places leased to kiosks, places left. */
import type { ReactElement } from 'react';
import type { BoardRoom } from '#shared/sync/board.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export function RoomRows({ rooms }: { readonly rooms: readonly BoardRoom[] }): ReactElement {
  const words = useWordsOf(catalogues);
  const { number } = useFormats();
  return (
    <ul className="cards">
      {rooms.map(({ room, name, capacity, inside, leased, left }) => (
        <li key={room} className="board-room" data-room={room}>
          <strong dir="auto">{name}</strong>
          <progress max={Math.max(1, capacity)} value={Math.min(inside, capacity)} aria-hidden="true" />
          <span>{words.room(number(inside), number(leased))}</span>
          <strong data-odd={left <= 0}>
            {left < 0 ? words.tooMany(number(-left)) : words.left(number(left), number(capacity))}
          </strong>
        </li>
      ))}
    </ul>
  );
}
