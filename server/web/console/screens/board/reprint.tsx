/** The form on the board that finds an attendee and orders another print of the name badge at one of the gates. */

import { type FormEvent, useState } from 'react';
import type { BoardGate } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { listPage } from '../../data/page-query.ts';

interface Found {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
}

export interface ReprintProps {
  readonly eventId: string;
  readonly gates: readonly BoardGate[];
  readonly act: Acting['act'];
}

/** Maximum number of people that a search shows. */
const foundMax = 6;

export function Reprint({ eventId, gates, act }: ReprintProps) {
  const [people, setPeople] = useState<readonly Found[] | null>(null);
  const [gate, setGate] = useState('');
  const chosen = gates.find(({ key }) => key === gate) ?? gates[0];

  async function search(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('person') ?? '').trim();
    if (text === '') return;
    await act('', async () => {
      // People without a valid ticket get no badge.
      const where = { event: { equals: eventId }, status: { equals: 'confirmed' } };
      setPeople((await listPage<Found>('registrations', { where, search: text, limit: foundMax })).data);
    });
  }

  return (
    <section className="card" aria-labelledby="reprint">
      <h2 id="reprint">{t('print_a_badge_again')}</h2>
      <form className="search" onSubmit={(event) => void search(event)}>
        <label htmlFor="person" className="visually-hidden">
          {t('whose_badge_name_company_or_ticket')}
        </label>
        <input id="person" name="person" type="search" placeholder={t('name_company_or_ticket_number')} />
        <Button type="submit" look="primary">
          {t('find')}
        </Button>
      </form>
      {gates.length > 0 && (
        <p>
          <label htmlFor="reprint-gate">{t('print_at')}</label>
          <select id="reprint-gate" value={chosen?.key ?? ''} onChange={({ target }) => setGate(target.value)}>
            {gates.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <div role="status">
        {people?.length === 0 && <p className="soft">{t('no_one_matches_try_fewer_letters_2')}</p>}
      </div>
      <ul className="rows">
        {people?.map((person) => (
          <li key={person.id}>
            <div>
              <strong>{person.name}</strong>
              <span>{person.company}</span>
            </div>
            <Button
              onClick={() =>
                void act(
                  t('the_badge_of_will_be_printed', { name: person.name, part: chosen?.name ?? t('a_gate') }),
                  () =>
                    request('POST', `/events/${eventId}/badge/reprint`, {
                      registrationId: person.id,
                      reason: 'requested at the board',
                      ...(chosen && { gateId: chosen.key }),
                    }),
                )
              }
            >
              {tx('print', {
                span: <span className="visually-hidden">{tx('the_badge_of', { name: person.name })}</span>,
              })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
