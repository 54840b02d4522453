/** Tags of a lead: a set, to which every device adds. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { tagMax } from '#shared/leads/edit.ts';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function TagsPart({ shown: { lead }, enter }: CardPartProps): ReactElement {
  const { lead: words } = useWordsOf(catalogues);
  const id = useId();
  const [text, setText] = useState('');

  function add(event: FormEvent): void {
    event.preventDefault();
    const tag = text.trim();
    setText('');
    if (tag !== '' && !lead.tags.some((known) => known.tag === tag)) enter('tag', tag);
  }

  return (
    <div className="lead-group">
      <h3 className="lead-label">{words.tags}</h3>
      {lead.tags.length > 0 && (
        <ul className="lead-tags">
          {lead.tags.map(({ tag, edits }) => (
            <li key={tag}>
              <button type="button" className="button quiet" onClick={() => enter('untag', edits)}>
                <bdi aria-hidden="true">{tag} ×</bdi>
                <span className="only-read">{words.removeTag(tag)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="lead-line" onSubmit={add} autoComplete="off">
        <label htmlFor={id} className="only-read">
          {words.tag}
        </label>
        <input
          id={id}
          type="text"
          dir="auto"
          value={text}
          maxLength={tagMax}
          placeholder={words.tag}
          onChange={(change) => setText(change.target.value)}
          autoComplete="off"
          enterKeyHint="done"
        />
        <button type="submit" className="button">
          {words.addTag}
        </button>
      </form>
    </div>
  );
}
