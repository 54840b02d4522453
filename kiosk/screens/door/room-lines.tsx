/**
 * Shows how many people this kiosk may still admit to each room that its gate leads to, and until when that is
 * promised.
 */
import type { ReactElement } from 'react';
import type { RoomState } from '#kiosk/station/station.ts';
import { useWords } from '../words/use-words.tsx';

/** Few enough that a person should look up. */
const fewPlaces = 10;

export interface RoomLinesProps {
  readonly rooms: readonly RoomState[];
  readonly nowMs: number;
}

export function RoomLines({ rooms, nowMs }: RoomLinesProps): ReactElement | null {
  const { rooms: words, format } = useWords();
  if (rooms.length === 0) return null;

  function said({ left, expiresAt }: RoomState): string {
    if (left === null) return words.none;
    if (left === 0 || expiresAt === null) return words.left(left);
    return words.leftUntil(left, format.time(expiresAt, nowMs));
  }

  function passed({ fromOthers, given }: RoomState): readonly string[] {
    return [...(fromOthers > 0 ? [words.fromOthers(fromOthers)] : []), ...(given > 0 ? [words.given(given)] : [])];
  }

  return (
    <ul className="rooms" aria-label={words.title}>
      {rooms.map((room) => (
        <li key={`${room.kind}:${room.name}`} className="room" data-few={(room.left ?? 0) <= fewPlaces}>
          <strong>{said(room)}</strong>
          {passed(room).map((text) => (
            <span key={text} className="hint">
              {` ${text}`}
            </span>
          ))}{' '}
          <bdi className="hint">{room.name}</bdi>
        </li>
      ))}
    </ul>
  );
}
