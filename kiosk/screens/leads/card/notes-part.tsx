/** Notes, each with its author and time. What is typed is stored when the field is left or the card is removed. */
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { noteMax } from '#shared/leads/edit.ts';
import { useFormats, useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function NotesPart({ shown: { lead }, enter, nowMs }: CardPartProps): ReactElement {
  const { lead: words } = useWordsOf(catalogues);
  const format = useFormats();
  const id = useId();
  const [text, setText] = useState('');
  const draft = useRef({ text, enter });
  draft.current = { text, enter };

  /** A scan may replace the card while a person types: the draft is stored with the lead it belongs to. */
  useEffect(
    () => () => {
      const left = draft.current.text.trim();
      if (left !== '') draft.current.enter('note', left);
    },
    [],
  );

  function save(): void {
    const note = text.trim();
    if (note === '') return;
    setText('');
    enter('note', note);
  }

  return (
    <div className="lead-group">
      <h3 className="lead-label">{words.notes}</h3>
      {lead.notes.length > 0 && (
        <ul className="lead-notes">
          {lead.notes.map(({ edit, text: said, by, at }) => (
            <li key={edit}>
              <span dir="auto">{said}</span>
              <small>{words.noteBy(by ?? words.unnamed, format.time(at, nowMs))}</small>
            </li>
          ))}
        </ul>
      )}
      <label htmlFor={id} className="only-read">
        {words.note}
      </label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        value={text}
        maxLength={noteMax}
        placeholder={words.note}
        onChange={(change) => setText(change.target.value)}
        onBlur={save}
      />
      <div className="buttons">
        <button type="button" className="button" onClick={save}>
          {words.addNote}
        </button>
      </div>
    </div>
  );
}
