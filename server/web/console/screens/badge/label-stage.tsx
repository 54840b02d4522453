/**
 * The label to work on: the printed preview, and over it a frame for every element. Mouse and finger move and resize,
 * arrow keys move by half a millimetre (with Shift by five), with Alt they resize, Delete and Backspace remove.
 */
import { type ReactNode, useRef } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { type GestureParts, type Gestures, handles, placeOf, useElementGestures } from './use-element-gestures.ts';

export interface LabelStageProps extends Omit<GestureParts, 'stage'> {
  readonly selected: string | null;
  readonly nameOf: (element: BadgeElement) => string;
  /** The drawing. */
  readonly children: ReactNode;
}

export function LabelStage({ selected, nameOf, children, ...parts }: LabelStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const gestures = useElementGestures({ stage, ...parts });
  const { layout, onSelect, onGestureEnd } = parts;
  return (
    <div
      ref={stage}
      className="stage"
      style={{ aspectRatio: `${layout.widthMm} / ${layout.heightMm}` }}
      onPointerDown={() => onSelect(null)}
    >
      {children}
      {layout.elements.map((element) => (
        <ElementFrame
          key={element.id}
          element={element}
          layout={layout}
          name={nameOf(element)}
          isSelected={element.id === selected}
          gestures={gestures}
          onSelect={() => onSelect(element.id)}
          onGestureEnd={onGestureEnd}
        />
      ))}
    </div>
  );
}

interface ElementFrameProps {
  readonly element: BadgeElement;
  readonly layout: BadgeLayout;
  readonly name: string;
  readonly isSelected: boolean;
  readonly gestures: Gestures;
  readonly onSelect: () => void;
  readonly onGestureEnd: () => void;
}

function ElementFrame({ element, layout, name, isSelected, gestures, onSelect, onGestureEnd }: ElementFrameProps) {
  const { begin, end, move, press } = gestures;
  const pointer = { onPointerMove: move, onPointerUp: end, onPointerCancel: end };
  const percent = (mm: number, of: number): string => `${(mm / of) * 100}%`;
  return (
    <div
      className={isSelected ? 'frame selected' : 'frame'}
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
        aria-pressed={isSelected}
        aria-label={`${name}, ${placeOf(element)}`}
        onPointerDown={(event) => begin(event, element.id, null)}
        {...pointer}
        onFocus={onSelect}
        onKeyDown={(event) => press(event, element)}
        onKeyUp={onGestureEnd}
      />
      {isSelected &&
        handles.map((handle) => (
          <span
            key={handle}
            className={`handle ${handle}`}
            aria-hidden="true"
            onPointerDown={(event) => begin(event, element.id, handle)}
            {...pointer}
          />
        ))}
    </div>
  );
}
