/** Moves a ticket type up or down: by dragging its handle, or with the arrow keys while the handle has the focus. */

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../parts/text/text.ts';

export interface ReorderHandleProps {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
}

/** Returns the index of the row at this height, in the list that the handle stands in. */
function rowAt(handle: HTMLElement, y: number): number {
  const rows = [...(handle.closest('ol')?.children ?? [])];
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height;
  });
  return below < 0 ? rows.length - 1 : below;
}

export function ReorderHandle({ name, at, count, onMove }: ReorderHandleProps) {
  const isDragging = useRef(false);
  const move = (to: number) => {
    if (to !== at && to >= 0 && to < count) onMove(to);
  };
  function pressed(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(at + step);
  }
  function released(event: PointerEvent<HTMLButtonElement>): void {
    if (!isDragging.current) return;
    isDragging.current = false;
    move(rowAt(event.currentTarget, event.clientY));
  }
  return (
    <button
      type="button"
      className="move"
      aria-label={t('move_position_of_use_the_arrow', { name, value: at + 1, count })}
      onKeyDown={pressed}
      onPointerDown={(event) => {
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={released}
      onPointerCancel={() => {
        isDragging.current = false;
      }}
    >
      <Icon name="more" />
    </button>
  );
}
