/**
 * The label to work on: the printed preview, and over it a frame for every element. Mouse and finger move and resize,
 * arrow keys move by half a millimetre (Shift: five), with Alt they resize, Delete removes.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { gridMm, moveElement, resizeElement, type Sides, toGrid } from './edit-layout.ts';

export interface LabelStageProps {
  readonly layout: BadgeLayout;
  readonly selected: string | null;
  readonly nameOf: (element: BadgeElement) => string;
  readonly onSelect: (id: string | null) => void;
  /** @param gesture steps of one gesture are undone together */
  readonly onEdit: (layout: BadgeLayout, gesture: string, said: string | null) => void;
  readonly onGestureEnd: () => void;
  readonly onRemove: (id: string) => void;
  /** The drawing. */
  readonly children: ReactNode;
}

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
type Handle = (typeof handles)[number];

interface Drag {
  readonly id: string;
  readonly handle: Handle | null;
  readonly from: BadgeLayout;
  readonly x: number;
  readonly y: number;
  /** A click that trembles is none. */
  moved: boolean;
}

const largeStepMm = 5;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function LabelStage(props: LabelStageProps) {
  const { layout, selected, nameOf, onEdit } = props;
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);

  function begin(event: PointerEvent<HTMLElement>, id: string, handle: Handle | null): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    props.onSelect(id);
    drag.current = { id, handle, from: layout, x: event.clientX, y: event.clientY, moved: false };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    const width = stage.current?.clientWidth ?? 0;
    if (!current || width === 0) return;
    const mmPerPixel = current.from.widthMm / width;
    const byX = toGrid((event.clientX - current.x) * mmPerPixel);
    const byY = toGrid((event.clientY - current.y) * mmPerPixel);
    const next =
      current.handle === null
        ? moveElement(current.from, current.id, byX, byY)
        : resizeElement(current.from, current.id, sidesOf(current.handle, byX, byY));
    current.moved ||= byX !== 0 || byY !== 0;
    if (current.moved) onEdit(next, `drag ${current.id}`, null);
  }

  function end(): void {
    if (drag.current) props.onGestureEnd();
    drag.current = null;
  }

  function press(event: KeyboardEvent, element: BadgeElement): void {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      props.onRemove(element.id);
      return;
    }
    const arrow = arrows[event.key];
    if (!arrow || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? largeStepMm : gridMm;
    const [byX, byY] = [arrow[0] * step, arrow[1] * step];
    const next = event.altKey
      ? resizeElement(layout, element.id, { right: byX, bottom: byY })
      : moveElement(layout, element.id, byX, byY);
    const now = next.elements.find(({ id }) => id === element.id);
    onEdit(next, `keys ${element.id}`, now ? placeOf(now) : null);
  }

  const percent = (mm: number, of: number): string => `${(mm / of) * 100}%`;
  return (
    <div
      ref={stage}
      className="stage"
      style={{ aspectRatio: `${layout.widthMm} / ${layout.heightMm}` }}
      onPointerDown={() => props.onSelect(null)}
    >
      {props.children}
      {layout.elements.map((element) => (
        <div
          key={element.id}
          className={element.id === selected ? 'frame selected' : 'frame'}
          style={{
            left: percent(element.xMm, layout.widthMm),
            top: percent(element.yMm, layout.heightMm),
            width: percent(element.widthMm, layout.widthMm),
            height: percent(element.heightMm, layout.heightMm),
          }}
        >
          <button
            type="button"
            data-element={element.id}
            aria-pressed={element.id === selected}
            aria-label={`${nameOf(element)}, ${placeOf(element)}`}
            onPointerDown={(event) => begin(event, element.id, null)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onFocus={() => props.onSelect(element.id)}
            onKeyDown={(event) => press(event, element)}
            onKeyUp={props.onGestureEnd}
          />
          {element.id === selected &&
            handles.map((handle) => (
              <span
                key={handle}
                className={`handle ${handle}`}
                aria-hidden="true"
                onPointerDown={(event) => begin(event, element.id, handle)}
                onPointerMove={move}
                onPointerUp={end}
                onPointerCancel={end}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

function sidesOf(handle: Handle, byX: number, byY: number): Sides {
  return {
    ...(handle.includes('n') && { top: byY }),
    ...(handle.includes('s') && { bottom: byY }),
    ...(handle.includes('w') && { left: byX }),
    ...(handle.includes('e') && { right: byX }),
  };
}

function placeOf({ xMm, yMm, widthMm, heightMm }: BadgeElement): string {
  return `${xMm} mm from the left, ${yMm} mm from the top, ${widthMm} by ${heightMm} mm`;
}
