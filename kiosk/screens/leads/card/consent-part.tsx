/** Asks the visitor at the booth for consent, and lets a visitor who agreed here withdraw it. */
import { type ReactElement, useState } from 'react';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import type { CardPartProps } from './card-part.ts';

export function ConsentPart({ shown: { person, lead: facts }, enter }: CardPartProps): ReactElement | null {
  const { lead, scan } = useWordsOf(catalogues);
  const [asking, setAsking] = useState(false);

  function answer(agreed: boolean): void {
    setAsking(false);
    enter('consent', agreed);
  }

  if (facts.consent?.agreed === true)
    return (
      <div className="lead-go">
        <button type="button" className="button quiet" onClick={() => answer(false)}>
          {lead.withdraw}
        </button>
      </div>
    );
  if (person.contact !== 'ask') return null;
  if (!asking)
    return (
      <div className="lead-go">
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {lead.askConsent}
        </button>
      </div>
    );
  return (
    <section className="lead-consent" aria-label={lead.askConsent}>
      <h3>{lead.consentQuestion(person.name ?? scan.unknownName)}</h3>
      <p>{lead.consentAbout}</p>
      <div className="buttons">
        <button type="button" className="button strong" onClick={() => answer(true)}>
          {lead.agrees}
        </button>
        <button type="button" className="button" onClick={() => answer(false)}>
          {lead.declines}
        </button>
      </div>
    </section>
  );
}
