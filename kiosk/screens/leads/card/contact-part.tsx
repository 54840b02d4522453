/** The visitor's contact details, as far as the visitor shares them. */
import type { ReactElement } from 'react';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function ContactPart({ shown: { person } }: CardPartProps): ReactElement {
  const { lead } = useWordsOf(catalogues);
  const said = {
    shared: null,
    agreed: lead.follows,
    declined: lead.declined,
    ask: lead.notShared,
    not_shared: lead.notShared,
  }[person.contact];
  return (
    <ul className="lead-shared" data-contact={person.contact}>
      {person.email !== null && (
        <li>
          <bdi dir="ltr">{person.email}</bdi>
        </li>
      )}
      {person.phone !== null && (
        <li>
          <bdi dir="ltr">{person.phone}</bdi>
        </li>
      )}
      {said !== null && <li className="not">{said}</li>}
    </ul>
  );
}
