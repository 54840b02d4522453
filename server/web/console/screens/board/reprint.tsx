/** Prints a badge again, at any gate. */

import { type FormEvent, useState } from 'react';
import type { BoardGate } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
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
      const where = { event: { equals: eventId } };
      setPeople((await listPage<Found>('registrations', { where, search: text, limit: foundMax })).data);
    });
  }

  return (
    <section className="card" aria-labelledby="reprint">
      <h2 id="reprint">Print a badge again</h2>
      <form className="search" onSubmit={(event) => void search(event)}>
        <label htmlFor="person" className="visually-hidden">
          Whose badge? Name, company or ticket number
        </label>
        <input id="person" name="person" type="search" placeholder="Name, company or ticket number" />
        <Button type="submit" look="primary">
          Find
        </Button>
      </form>
      {gates.length > 0 && (
        <p>
          <label htmlFor="reprint-gate">Print at </label>
          <select id="reprint-gate" value={chosen?.key ?? ''} onChange={({ target }) => setGate(target.value)}>
            {gates.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <div role="status">{people?.length === 0 && <p className="soft">No one matches. Try fewer letters.</p>}</div>
      <ul className="rows">
        {people?.map((person) => (
          <li key={person.id}>
            <div>
              <strong>{person.name}</strong>
              <span>{person.company}</span>
            </div>
            <Button
              onClick={() =>
                void act(`The badge of ${person.name} will be printed at ${chosen?.name ?? 'a gate'}.`, () =>
                  request('POST', `/events/${eventId}/badge/reprint`, {
                    registrationId: person.id,
                    reason: 'requested at the board',
                    ...(chosen && { gateId: chosen.key }),
                  }),
                )
              }
            >
              Print<span className="visually-hidden"> the badge of {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
