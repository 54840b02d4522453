/** Says in one sentence what the last scan or entry came to. It stays visible wherever the page is scrolled to. */
import type { ReactElement } from 'react';
import type { Leads } from '#kiosk/leads/leads.ts';
import { useObserved } from '../parts/use-observed.ts';
import type { Formats } from '../words/formats.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { editNames } from './edit-names.ts';
import type { LeadsView, Said } from './leads-view.ts';
import { catalogues } from './words/catalogues.ts';
import type { LeadsWords } from './words/leads-words.ts';

export interface SaidLineProps {
  readonly leads: Pick<Leads, 'lead'>;
  readonly view: LeadsView;
}

/** The one live region of the page: a screen reader hears every scan, and the same sentence again. */
export function SaidLine({ leads, view }: SaidLineProps): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { said, serial } = useObserved(view);
  const isProblem = said?.kind === 'problem';
  return (
    <div
      className="lead-said"
      role="status"
      aria-live={isProblem ? 'assertive' : 'polite'}
      data-problem={isProblem}
      data-said={said?.kind === 'captured' ? said.visit : said?.kind === 'problem' ? said.problem : said?.kind}
      data-badge={said?.kind === 'captured' ? said.badge : undefined}
      data-serial={serial}
    >
      {said !== null && <p key={serial}>{sentence(said, leads, words, format)}</p>}
      {said?.kind === 'discarded' && (
        <button type="button" className="button" onClick={() => view.restore(said.badge)}>
          {words.lead.undoShort}
        </button>
      )}
    </div>
  );
}

function sentence(said: Said, leads: SaidLineProps['leads'], words: LeadsWords, format: Formats): string {
  const { scan, problems, lead } = words;
  switch (said.kind) {
    case 'captured': {
      const shown = leads.lead(said.badge);
      const name = shown?.person.name ?? scan.unknownName;
      if (said.visit === 'new' || said.visit === 'restored') return scan.saved(name);
      if (said.visit === 'left') return scan.visitOver(name, format.duration((shown?.lead.dwellSeconds ?? 0) * 1_000));
      return scan.again(name);
    }
    case 'problem':
      return problems[said.problem];
    case 'undone':
      return format.line([lead.undone, editNames(words, format)[said.edit]]);
    case 'discarded':
      return format.line([lead.discarded, leads.lead(said.badge)?.person.name ?? scan.unknownName]);
  }
}
