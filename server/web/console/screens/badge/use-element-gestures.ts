/** Moving and resizing an element by pointer and by keys, as steps of a gesture. */

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { t } from '../../../parts/text/text.ts';
import { gridMm, moveElement, resizeElement, type Sides, toGrid } from './edit-layout.ts';

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

interface Drag {
  readonly id: string;
  readonly handle: Handle | null;
  readonly from: BadgeLayout;
  readonly x: number;
  readonly y: number;
  /** False until the pointer has moved by a step of the grid: a click that trembles edits nothing. */
  moved: boolean;
}

const largeStepMm = 5;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface GestureParts {
  readonly stage: RefObject<HTMLElement | null>;
  readonly layout: BadgeLayout;
  readonly onSelect: (id: string | null) => void;
  /** @param gesture steps of one gesture are undone together */
  readonly onEdit: (layout: BadgeLayout, gesture: string, said: string | null) => void;
  readonly onGestureEnd: () => void;
  readonly onRemove: (id: string) => void;
}

export interface Gestures {
  readonly begin: (event: PointerEvent<HTMLElement>, id: string, handle: Handle | null) => void;
  readonly move: (event: PointerEvent<HTMLElement>) => void;
  readonly end: () => void;
  readonly press: (event: KeyboardEvent, element: BadgeElement) => void;
}

export function useElementGestures({ stage, layout, ...on }: GestureParts): Gestures {
  const drag = useRef<Drag | null>(null);
  return {
    begin(event, id, handle) {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      on.onSelect(id);
      drag.current = { id, handle, from: layout, x: event.clientX, y: event.clientY, moved: false };
    },
    move(event) {
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
      if (current.moved) on.onEdit(next, `drag ${current.id}`, null);
    },
    end() {
      if (drag.current) on.onGestureEnd();
      drag.current = null;
    },
    press(event, element) {
      if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault();
        on.onRemove(element.id);
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
      on.onEdit(next, `keys ${element.id}`, now ? placeOf(now) : null);
    },
  };
}

function sidesOf(handle: Handle, byX: number, byY: number): Sides {
  return {
    ...(handle.includes('n') && { top: byY }),
    ...(handle.includes('s') && { bottom: byY }),
    ...(handle.includes('w') && { left: byX }),
    ...(handle.includes('e') && { right: byX }),
  };
}

/** An element's place and size in words. */
export function placeOf({ xMm, yMm, widthMm, heightMm }: BadgeElement): string {
  return t('mm_from_the_left_mm_from', { xMm, yMm, widthMm, heightMm });
}
