/** The editor of a badge: the label in the middle, its elements and their fields beside, sample badges below. */

import { type KeyboardEvent, useDeferredValue, useMemo } from 'react';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { readLayout } from '#shared/badge/read-layout.ts';
import { Button } from '../../../parts/button.tsx';
import { Notice } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { bringInside, elementName, isFull, patchElement, reorderElement } from './edit-layout.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { ElementForm, type TicketTypeChoice } from './element-form.tsx';
import { ElementList } from './element-list.tsx';
import { fieldNamer, type Question } from './field-names.ts';
import { LabelCard } from './label-card.tsx';
import { LabelForm } from './label-form.tsx';
import { PrintPreview } from './print-preview.tsx';
import type { SaveAnswer } from './save-answer.ts';
import { type LayoutDraft, useLayoutDraft } from './use-layout-draft.ts';
import { useSamples } from './use-samples.ts';
import { useSaving } from './use-saving.ts';

export interface BadgeWorkspaceProps {
  readonly eventName: string;
  readonly start: BadgeLayout;
  readonly ticketTypes: readonly TicketTypeChoice[];
  readonly questions: readonly Question[];
  /** The layout on screen differs from the stored one from the beginning. */
  readonly unsaved: boolean;
  readonly onSave: (layout: BadgeLayout | null) => Promise<SaveAnswer>;
}

export function BadgeWorkspace({ eventName, start, ticketTypes, questions, unsaved, onSave }: BadgeWorkspaceProps) {
  const fieldName = useMemo(() => fieldNamer(questions), [questions]);
  const nameOf = (element: BadgeElement): string => elementName(element, fieldName);
  const draft = useLayoutDraft(start, nameOf);
  const { layout, edit } = draft;
  const { isBusy, isChanged, save, showTheirs, theirs } = useSaving(draft, unsaved ? null : start, onSave);
  const samples = useSamples(eventName, ticketTypes, questions);
  // The label is drawn at once; the warnings and the sample badges may be drawn a moment later.
  const settled = useDeferredValue(layout);
  const refused = useMemo(() => {
    const read = readLayout(layout);
    return read.ok ? [] : [...new Set(read.errors.map(({ message }) => message))];
  }, [layout]);
  const maySave = isChanged && refused.length === 0 && theirs === null;
  return (
    <div
      ref={draft.editor}
      className="badge-editor"
      role="group"
      aria-label={t('badge_editor')}
      tabIndex={-1}
      onKeyDown={(event) => pressUndo(event, draft)}
    >
      <EditorToolbar draft={draft} isBusy={isBusy} onSave={maySave ? () => void save() : null} />
      <Notice>{draft.said || (isChanged ? t('not_saved_yet') : t('saved'))}</Notice>
      {theirs !== null && <ChangedMeanwhile isBusy={isBusy} onTheirs={showTheirs} onMine={() => void save()} />}
      {refused.length > 0 && (
        <div className="problem" role="alert">
          <p>{tx('fix_this_before_you_save', { list: refused.join(' ') })}</p>
          <Button onClick={() => edit(bringInside(layout), null, t('moved_inside_the_label'))}>
            {t('move_everything_inside')}
          </Button>
        </div>
      )}
      <div className="workspace">
        <div>
          <LabelCard draft={draft} samples={samples} ticketTypes={ticketTypes} nameOf={nameOf} />
          <PrintPreview layout={settled} people={samples.people} nameOf={nameOf} />
        </div>
        <ElementPanel draft={draft} questions={questions} ticketTypes={ticketTypes} nameOf={nameOf} />
      </div>
    </div>
  );
}

interface ElementPanelProps extends Pick<BadgeWorkspaceProps, 'questions' | 'ticketTypes'> {
  readonly draft: LayoutDraft;
  readonly nameOf: (element: BadgeElement) => string;
}

/** All elements, the fields of the selected one, and the label's own. */
function ElementPanel({ draft, questions, ticketTypes, nameOf }: ElementPanelProps) {
  const { edit, element, layout } = draft;
  return (
    <div className="beside">
      <section className="card" aria-labelledby="elements-heading">
        <h2 id="elements-heading">{t('elements')}</h2>
        <ElementList
          elements={layout.elements}
          selected={draft.selected}
          nameOf={nameOf}
          full={isFull(layout)}
          onSelect={draft.select}
          onOrder={(id, by) => edit(reorderElement(layout, id, by), null, t('order_changed'))}
          onDuplicate={draft.duplicate}
          onRemove={draft.remove}
        />
      </section>
      {element && (
        <ElementForm
          key={element.id}
          element={element}
          name={nameOf(element)}
          layout={layout}
          questions={questions}
          ticketTypes={ticketTypes}
          onChange={(change, what) => edit(patchElement(layout, element.id, change), `${what} ${element.id}`, null)}
        />
      )}
      <LabelForm layout={layout} onChange={(next, what) => edit(next, what, null)} />
    </div>
  );
}

/** Ctrl+Z and Ctrl+Y for the badge; in a text field they are the field's own. */
function pressUndo(event: KeyboardEvent, draft: LayoutDraft): void {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (!(event.ctrlKey || event.metaKey) || isTyping) return;
  const key = event.key.toLowerCase();
  const act = key === 'y' || (key === 'z' && event.shiftKey) ? draft.redo : key === 'z' ? draft.undo : null;
  if (!act) return;
  event.preventDefault();
  act();
}
