/** Moves a session to another time or room: by the arrow keys and Enter, or by a mouse or pen, but not by touch. */
import { type DOMAttributes, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../../parts/text/text.ts';
import { columnOf, type Day, lengthOf, type Place, placeOf, type Session, stepMs } from './schedule-data.ts';

export const pxPerMinute = 1.2;
export const minuteMs = 60_000;
/** A press that moves less than this is a click. */
const dragPx = 6;

export interface MovingParts {
  readonly day: Day;
  readonly onMove: (session: Session, place: Place) => void;
  /** Announces the target place of a session to screen readers. */
  readonly say: (text: string) => void;
  readonly whereText: (place: Place) => string;
}

interface Grip {
  readonly x: number;
  readonly y: number;
  readonly columnPx: number;
  readonly from: Place;
}

export interface Moving {
  readonly moving: { readonly id: string; readonly place: Place } | null;
  readonly handlersOf: (session: Session) => DOMAttributes<HTMLElement>;
}

const sideways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const upDown: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** @param columns number of columns to the right; below 0: to the left. @returns the room there, at most the last one */
function beside(day: Day, { room }: Place, columns: number): string | null {
  if (columns === 0) return room;
  const at = columnOf(day, room) + columns;
  return day.rooms[Math.min(day.rooms.length - 1, Math.max(0, at))] ?? null;
}

export function useMoving({ day, onMove, say, whereText }: MovingParts): Moving {
  const [moving, setMoving] = useState<Moving['moving']>(null);
  const grip = useRef<Grip | null>(null);
  const wasDragged = useRef(false);

  function put(session: Session, { room, startsMs: wanted }: Place): void {
    const latest = Math.max(day.fromMs, day.toMs - lengthOf(session));
    const place = { room, startsMs: Math.min(Math.max(wanted, day.fromMs), latest) };
    setMoving({ id: session.id, place });
    say(t('session_would_go_to', { title: session.title, where: whereText(place) }));
  }

  function settle(session: Session): void {
    const place = moving?.id === session.id ? moving.place : null;
    const { room, startsMs } = placeOf(session);
    setMoving(null);
    if (place && (place.startsMs !== startsMs || place.room !== room)) onMove(session, place);
  }

  function onKey(key: KeyboardEvent, session: Session): void {
    const now = moving?.id === session.id ? moving.place : placeOf(session);
    const [columns, steps] = [sideways[key.key] ?? 0, upDown[key.key] ?? 0];
    const isMove = columns !== 0 || steps !== 0;
    if (!isMove && (!moving || (key.key !== 'Enter' && key.key !== 'Escape'))) return;
    key.preventDefault();
    if (isMove) put(session, { startsMs: now.startsMs + steps * stepMs, room: beside(day, now, columns) });
    else if (key.key === 'Enter') settle(session);
    else {
      grip.current = null;
      setMoving(null);
      say(t('nothing_was_moved'));
    }
  }

  function hold(press: PointerEvent<HTMLElement>, session: Session): void {
    const column = press.currentTarget.closest('.schedule-column');
    if (press.button !== 0 || press.pointerType === 'touch' || !column) return;
    wasDragged.current = false;
    grip.current = { x: press.clientX, y: press.clientY, columnPx: column.clientWidth, from: placeOf(session) };
    press.currentTarget.setPointerCapture(press.pointerId);
  }

  function drag(at: PointerEvent, session: Session): void {
    const held = grip.current;
    if (!held) return;
    const [x, y] = [at.clientX - held.x, at.clientY - held.y];
    if (!wasDragged.current && Math.hypot(x, y) < dragPx) return;
    wasDragged.current = true;
    const steps = Math.round((y / pxPerMinute) * (minuteMs / stepMs));
    const room = beside(day, held.from, Math.round(x / held.columnPx));
    put(session, { startsMs: held.from.startsMs + steps * stepMs, room });
  }

  return {
    moving,
    handlersOf: (session) => ({
      onKeyDown: (key) => onKey(key, session),
      onBlur: () => setMoving(null),
      onPointerDown: (press) => hold(press, session),
      onPointerMove: (at) => drag(at, session),
      onPointerUp() {
        grip.current = null;
        if (wasDragged.current) settle(session);
      },
      onPointerCancel() {
        grip.current = null;
        setMoving(null);
      },
      onClick: (click) => wasDragged.current && click.preventDefault(),
    }),
  };
}
