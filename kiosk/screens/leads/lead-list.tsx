/** The leads, latest first: all, or those that match a search, a tier or both. */
import { type ReactElement, useId, useState } from 'react';
import type { Leads, LeadsState, LeadTier, ShownLead } from '#kiosk/leads/leads.ts';
import { leadTiers } from '#shared/leads/quality.ts';
import { Choice } from '../parts/choices.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import type { LeadsView } from './leads-view.ts';
import { catalogues } from './words/catalogues.ts';

/** Maximum number of rows. More are found by searching: a table of ten thousand rows is of no use on a phone. */
const rowsMax = 50;

export interface LeadListProps {
  readonly book: LeadsState;
  readonly leads: Pick<Leads, 'search'>;
  readonly view: LeadsView;
  readonly nowMs: number;
}

export function LeadList({ book, leads, view, nowMs }: LeadListProps): ReactElement {
  const { list, tiers } = useWordsOf(catalogues);
  const format = useFormats();
  const [text, setText] = useState('');
  const [tier, setTier] = useState<LeadTier | 'all'>('all');
  const titleId = useId();
  const searchId = useId();
  const found = leads.search(text).filter(({ lead }) => tier === 'all' || lead.tier === tier);
  const rows = found.slice(0, rowsMax);
  const countOf = (of: LeadTier): number => book.leads.filter(({ lead }) => lead.tier === of).length;
  const options = [
    { value: 'all' as const, label: list.all },
    ...leadTiers.map((value) => ({ value, label: format.line([tiers[value], format.number(countOf(value))]) })),
  ];
  return (
    <section className="lead-list" id="leads" tabIndex={-1} aria-labelledby={titleId}>
      <div className="lead-list-head">
        <h2 id={titleId}>
          {list.title} <span data-count>{format.number(book.leads.length)}</span>{' '}
          <small data-today>{list.today(book.today)}</small>
        </h2>
        <div className="field">
          <label htmlFor={searchId}>{list.search}</label>
          <input
            id={searchId}
            type="text"
            dir="auto"
            value={text}
            onChange={(change) => setText(change.target.value)}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </div>
        <Choice legend={list.tier} options={options} value={tier} onChange={setTier} />
      </div>
      {rows.length === 0 ? (
        <p className="lead-empty">{book.leads.length === 0 ? list.none : list.noneFound}</p>
      ) : (
        <LeadTable rows={rows} view={view} nowMs={nowMs} labelledBy={titleId} />
      )}
      {found.length > rows.length && (
        <p className="lead-empty">{list.shownOf(format.number(rows.length), format.number(found.length))}</p>
      )}
    </section>
  );
}

interface LeadTableProps {
  readonly rows: readonly ShownLead[];
  readonly view: LeadsView;
  readonly nowMs: number;
  readonly labelledBy: string;
}

function LeadTable({ rows, view, nowMs, labelledBy }: LeadTableProps): ReactElement {
  const { list, tiers, lead: words } = useWordsOf(catalogues);
  const format = useFormats();
  const { open } = useObserved(view);
  return (
    <table aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{list.name}</th>
          <th scope="col">{list.quality}</th>
          <th scope="col">{list.scanned}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ badge, person, lead, waits }) => (
          <tr key={badge} data-open={badge === open} data-lead={badge}>
            <td>
              <button
                type="button"
                className="lead-open"
                aria-current={badge === open ? 'true' : undefined}
                onClick={() => view.open(badge)}
              >
                <b>
                  <bdi>{person.name ?? words.notYetNamed}</bdi>
                </b>
                <small>{format.line([person.company, waits ? list.waits : null])}</small>
              </button>
            </td>
            <td>
              <span className="lead-score" data-tier={lead.tier}>
                <b>{format.number(lead.quality)}</b>
                {tiers[lead.tier]}
              </span>
            </td>
            <td className="lead-time">{format.time(lead.lastCapturedAt ?? '', nowMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
