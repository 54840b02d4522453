/** The desk the editor works on: the label in the middle, its elements and their fields beside, sample badges below. */
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import type { BadgeElement, BadgeLayout } from '#shared/badge/layout.ts';
import { layoutWarnings } from '#shared/badge/layout-warnings.ts';
import { readLayout } from '#shared/badge/read-layout.ts';
import { sampleAt, samplePeople } from '#shared/badge/sample-people.ts';
import { guardLeaving } from '../../unsaved.ts';
import { Select } from '../select.tsx';
import { previewMeasure } from './draw-preview.ts';
import {
  addElement,
  bringInside,
  duplicateElement,
  type ElementKind,
  elementName,
  elementOf,
  isFull,
  patchElement,
  removeElement,
  reorderElement,
} from './edit-layout.ts';
import { ElementForm, type TicketTypeChoice } from './element-form.tsx';
import { ElementList } from './element-list.tsx';
import { fieldNamer, type Question, warningText } from './field-names.ts';
import { endGesture, type History, record, redo, startHistory, undo } from './history.ts';
import { LabelForm } from './label-form.tsx';
import { LabelStage } from './label-stage.tsx';
import { Overtaken } from './overtaken.tsx';
import { Preview } from './preview.tsx';

export interface EditorDeskProps {
  readonly eventName: string;
  readonly start: BadgeLayout;
  readonly ticketTypes: readonly TicketTypeChoice[];
  readonly questions: readonly Question[];
  /** What is shown is not what is stored. */
  readonly unsaved: boolean;
  readonly onSave: (layout: BadgeLayout | null) => Promise<SaveAnswer>;
}

/** `theirs`: not saved, because somebody else has saved this one meanwhile; the next save takes its place. */
export type SaveAnswer = 'saved' | 'failed' | { readonly theirs: BadgeLayout };

const kinds: readonly { kind: ElementKind; label: string }[] = [
  { kind: 'field', label: 'Field' },
  { kind: 'text', label: 'Text' },
  { kind: 'qr', label: 'QR code' },
  { kind: 'box', label: 'Box' },
];

const leaveQuestion = 'The badge has unsaved changes. Leave anyway?';

export function EditorDesk(props: EditorDeskProps) {
  const { ticketTypes, questions } = props;
  const [history, setHistory] = useState<History<BadgeLayout>>(() => startHistory(props.start));
  const [saved, setSaved] = useState<BadgeLayout | null>(props.unsaved ? null : props.start);
  const [selected, setSelected] = useState<string | null>(null);
  const [personId, setPersonId] = useState(samplePeople[0]?.id ?? '');
  const [typeKey, setTypeKey] = useState(ticketTypes[0]?.key ?? '');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<BadgeLayout | null>(null);
  const desk = useRef<HTMLDivElement>(null);
  const layout = history.now;
  const changed = layout !== saved;
  const element = elementOf(layout, selected);
  const fieldName = useMemo(() => fieldNamer(questions), [questions]);
  const nameOf = (of: BadgeElement): string => elementName(of, fieldName);

  useEffect(() => (changed ? guardLeaving(leaveQuestion) : undefined), [changed]);

  const people = useMemo(() => {
    const ticketType = ticketTypes.find(({ key }) => key === typeKey) ?? null;
    const guest = { name: props.eventName, ticketType, questions: questions.map(({ id }) => id) };
    return samplePeople.map((person) => ({ ...person, content: sampleAt(person.content, guest) }));
  }, [ticketTypes, questions, typeKey, props.eventName]);
  // The label follows the hand; warnings and the other badges may come a moment later.
  const settled = useDeferredValue(layout);
  const measure = useMemo(previewMeasure, []);
  const warnings = useMemo(() => layoutWarnings(settled, people, measure), [settled, people, measure]);
  const shown = people.find(({ id }) => id === personId) ?? people[0];
  const refused = useMemo(() => {
    const read = readLayout(layout);
    return read.ok ? [] : [...new Set(read.errors.map(({ message }) => message))];
  }, [layout]);

  function edit(next: BadgeLayout, gesture: string | null, say: string | null): void {
    setHistory((before) => record(before, next, gesture));
    if (say !== null) setSaid(say);
  }

  function back(): void {
    setHistory(undo);
    setSaid('Undone.');
  }

  function forth(): void {
    setHistory(redo);
    setSaid('Redone.');
  }

  function remove(id: string): void {
    const gone = elementOf(layout, id);
    edit(removeElement(layout, id), null, gone ? `${nameOf(gone)} deleted. Undo restores it.` : null);
    setSelected(null);
    // The button that had the focus is gone.
    desk.current?.focus();
  }

  function add(kind: ElementKind): void {
    const made = addElement(layout, kind);
    edit(made.layout, null, 'Added in the middle of the label.');
    setSelected(made.id);
  }

  function duplicate(id: string): void {
    const made = duplicateElement(layout, id);
    edit(made.layout, null, 'Duplicated.');
    setSelected(made.id);
  }

  function press(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (!(event.ctrlKey || event.metaKey) || typing) return;
    const key = event.key.toLowerCase();
    const act = key === 'y' || (key === 'z' && event.shiftKey) ? forth : key === 'z' ? back : null;
    if (!act) return;
    event.preventDefault();
    act();
  }

  async function save(): Promise<void> {
    setBusy(true);
    const sent = layout;
    const answer = await props.onSave(sent === defaultLayout ? null : sent);
    if (answer === 'saved') {
      setSaved(sent);
      setSaid('Saved. Kiosks print the new badge as soon as they receive it.');
    }
    if (answer !== 'failed') setTheirs(answer === 'saved' ? null : answer.theirs);
    setBusy(false);
  }

  function showTheirs(): void {
    if (theirs === null) return;
    edit(theirs, null, 'This is the badge that someone else saved. Undo restores yours.');
    setSaved(theirs);
    setSelected(null);
    setTheirs(null);
    // The button that had the focus is gone.
    desk.current?.focus();
  }

  return (
    <div ref={desk} className="badge-editor" role="group" aria-label="Badge editor" tabIndex={-1} onKeyDown={press}>
      <div className="tools" role="toolbar" aria-label="Badge">
        {kinds.map(({ kind, label }) => (
          <button key={kind} type="button" className="quiet" disabled={isFull(layout)} onClick={() => add(kind)}>
            <span aria-hidden="true">+ </span>
            <span className="visually-hidden">Add: </span>
            {label}
          </button>
        ))}
        <span className="gap" />
        <button type="button" className="quiet" disabled={history.past.length === 0} onClick={back}>
          Undo
        </button>
        <button type="button" className="quiet" disabled={history.future.length === 0} onClick={forth}>
          Redo
        </button>
        <button
          type="button"
          className="quiet"
          disabled={layout === defaultLayout}
          onClick={() => edit(defaultLayout, null, 'The built-in badge. Save to use it.')}
        >
          Built-in badge
        </button>
        <button
          type="button"
          disabled={!changed || busy || refused.length > 0 || theirs !== null}
          onClick={() => void save()}
        >
          {busy ? 'Saving…' : 'Save'}
        </button>
      </div>
      <p role="status" className="notice">
        {said || (changed ? 'Not saved yet.' : 'Saved.')}
      </p>
      {theirs !== null && <Overtaken busy={busy} onTheirs={showTheirs} onMine={() => void save()} />}
      {refused.length > 0 && (
        <div className="problem" role="alert">
          <p>{refused.join(' ')} Fix this before you save.</p>
          <button
            type="button"
            className="quiet"
            onClick={() => edit(bringInside(layout), null, 'Moved inside the label.')}
          >
            Move everything inside
          </button>
        </div>
      )}
      <div className="desk">
        <div>
          <section className="card" aria-labelledby="label-heading">
            <h2 id="label-heading">
              Label, {layout.widthMm} × {layout.heightMm} mm
            </h2>
            <p className="hint">
              Drag to move; drag the corners to resize. Arrow keys move by 0.5 mm, with Shift by 5 mm. With Alt they
              resize.
            </p>
            <LabelStage
              layout={layout}
              selected={selected}
              nameOf={nameOf}
              onSelect={setSelected}
              onEdit={edit}
              onGestureEnd={() => setHistory(endGesture)}
              onRemove={remove}
            >
              {shown && <Preview layout={layout} content={shown.content} label={null} />}
            </LabelStage>
            <div className="fields">
              <Select
                label="Badge of"
                value={shown?.id ?? ''}
                options={people.map(({ id, label }) => ({ value: id, label }))}
                onChange={setPersonId}
              />
              {ticketTypes.length > 0 && (
                <Select
                  label="With ticket type"
                  value={typeKey}
                  options={ticketTypes.map(({ key, name }) => ({ value: key, label: name }))}
                  onChange={setTypeKey}
                />
              )}
            </div>
          </section>
          {warnings.length > 0 && (
            <section className="card warnings" aria-labelledby="warnings-heading">
              <h2 id="warnings-heading">Check this before you save</h2>
              <ul>
                {warnings.map((warning) => {
                  const about = elementOf(settled, warning.elementId);
                  return (
                    <li key={`${warning.code} ${warning.elementId}`} data-warning={warning.code}>
                      {warningText(warning, about && nameOf(about))}
                    </li>
                  );
                })}
              </ul>
            </section>
          )}
          <section aria-labelledby="people-heading">
            <h2 id="people-heading">Print preview</h2>
            <ul className="samples">
              {people.map(({ id, label, content }) => (
                <li key={id} className="card">
                  <Preview layout={settled} content={content} label={`Badge of ${content.name}`} />
                  <span>{label}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="side">
          <section className="card" aria-labelledby="elements-heading">
            <h2 id="elements-heading">Elements</h2>
            <ElementList
              elements={layout.elements}
              selected={selected}
              nameOf={nameOf}
              full={isFull(layout)}
              onSelect={setSelected}
              onOrder={(id, by) => edit(reorderElement(layout, id, by), null, 'Order changed.')}
              onDuplicate={duplicate}
              onRemove={remove}
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
      </div>
    </div>
  );
}
