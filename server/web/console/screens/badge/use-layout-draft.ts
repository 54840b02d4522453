/** The layout while it is edited: its history, the selected element, and a sentence about the last edit for screen readers. */

import { type RefObject, useRef, useState } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { t } from '../../../parts/text/text.ts';
import { addElement, duplicateElement, type ElementKind, elementOf, removeElement } from './edit-layout.ts';
import { endGesture, type History, record, redo, startHistory, undo } from './history.ts';

export interface LayoutDraft {
  readonly history: History<BadgeLayout>;
  readonly layout: BadgeLayout;
  readonly selected: string | null;
  readonly element: BadgeElement | null;
  readonly said: string;
  /** Takes the focus when the button that had it is gone. */
  readonly editor: RefObject<HTMLDivElement | null>;
  readonly say: (text: string) => void;
  readonly select: (id: string | null) => void;
  /** @param gesture steps of one gesture are undone together. @param say null: nothing new is said */
  readonly edit: (next: BadgeLayout, gesture: string | null, say: string | null) => void;
  readonly endGesture: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly add: (kind: ElementKind) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
}

export function useLayoutDraft(start: BadgeLayout, nameOf: (element: BadgeElement) => string): LayoutDraft {
  const [history, setHistory] = useState<History<BadgeLayout>>(() => startHistory(start));
  const [selected, select] = useState<string | null>(null);
  const [said, say] = useState('');
  const editor = useRef<HTMLDivElement>(null);
  const layout = history.now;

  function edit(next: BadgeLayout, gesture: string | null, text: string | null): void {
    setHistory((before) => record(before, next, gesture));
    if (text !== null) say(text);
  }

  function move(change: (from: History<BadgeLayout>) => History<BadgeLayout>, text: string): void {
    setHistory(change);
    say(text);
  }

  function make(made: { readonly layout: BadgeLayout; readonly id: string }, text: string): void {
    edit(made.layout, null, text);
    select(made.id);
  }

  return {
    history,
    layout,
    selected,
    element: elementOf(layout, selected),
    said,
    editor,
    say,
    select,
    edit,
    endGesture: () => setHistory(endGesture),
    undo: () => move(undo, t('done_undone')),
    redo: () => move(redo, t('done_redone')),
    add: (kind) => make(addElement(layout, kind), t('added_in_the_middle_of_the')),
    duplicate: (id) => make(duplicateElement(layout, id), t('done_duplicated')),
    remove(id) {
      const gone = elementOf(layout, id);
      edit(removeElement(layout, id), null, gone ? t('deleted_undo_restores_it', { nameOf: nameOf(gone) }) : null);
      select(null);
      editor.current?.focus();
    },
  };
}
