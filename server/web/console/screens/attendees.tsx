/** Everybody who registered: search, look at one, and what an organizer does for them. */
import { type FormEvent, useCallback, useState } from 'react';
import { codeGroups } from '#shared/text/code-groups.ts';
import { type ApiError, api, asApiError } from '../api.ts';
import type { EventSummary } from '../event-summary.ts';
import { useLive } from '../use-live.ts';
import { Problem } from './problem.tsx';
import { byId, timeAt } from './records.ts';

interface Registration {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly status: string;
  readonly paymentStatus: string;
  readonly ticketNumber: string;
  readonly ticketType: string;
  readonly checkedInAt: string | null;
}

interface Page {
  readonly data: readonly Registration[];
  readonly meta: { readonly nextCursor: string | null; readonly total?: number };
}

const pageSize = 25;

export function Attendees({ event }: { readonly event: EventSummary }) {
  const [search, setSearch] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const cursor = cursors.at(-1);
  const read = useCallback(async () => {
    const query = new URLSearchParams({
      'where[event][equals]': event.id,
      sort: 'name',
      limit: String(pageSize),
      count: 'exact',
    });
    if (search) query.set('search', search);
    if (cursor) query.set('cursor', cursor);
    const page = await api<Page>('GET', `/api/v1/registrations?${query}`);
    const types = await byId<{ id: string; name: string }>(
      'ticket_types',
      page.data.map((r) => r.ticketType),
    );
    return { page, types };
  }, [event.id, search, cursor]);
  const { data, error, refresh } = useLive(read);

  async function act(done: string, work: () => Promise<unknown>) {
    setProblem(null);
    try {
      await work();
      setNotice(done);
      refresh();
    } catch (fault) {
      setProblem(asApiError(fault));
    }
  }

  return (
    <>
      <h1>Attendees</h1>
      <search>
        <form
          className="search"
          onSubmit={(e: FormEvent<HTMLFormElement>) => {
            e.preventDefault();
            setCursors([]);
            setSearch(String(new FormData(e.currentTarget).get('q') ?? '').trim());
          }}
        >
          <label htmlFor="q" className="visually-hidden">
            Name, email, company or ticket number
          </label>
          <input id="q" name="q" type="search" placeholder="Name, email, company or ticket number" />
          <button type="submit">Search</button>
        </form>
      </search>
      <p role="status" className="notice">
        {notice ??
          (data?.page.meta.total === undefined
            ? ''
            : `${data.page.meta.total} ${data.page.meta.total === 1 ? 'person' : 'people'}`)}
      </p>
      <Problem error={problem ?? error} />
      {data && data.page.data.length === 0 && (
        <p className="card empty">{search ? `No one matches “${search}”. Try fewer letters.` : 'No attendees yet.'}</p>
      )}
      {data && data.page.data.length > 0 && (
        <div className="card table">
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Company</th>
                <th scope="col">Ticket</th>
                <th scope="col">State</th>
                <th scope="col">Checked in</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.page.data.map((r) => (
                <tr key={r.id}>
                  <th scope="row">
                    {r.name}
                    <small>{r.email}</small>
                  </th>
                  <td>{r.company}</td>
                  <td>
                    {data.types.get(r.ticketType)?.name}
                    <small>
                      <code>{codeGroups(r.ticketNumber).join(' ')}</code>
                    </small>
                  </td>
                  <td>
                    <span className={`state ${r.status}`}>{r.status}</span>{' '}
                    <small>{r.paymentStatus.replaceAll('_', ' ')}</small>
                  </td>
                  <td>{r.checkedInAt ? timeAt(event, r.checkedInAt) : '–'}</td>
                  <td>
                    <div className="actions">
                      <button
                        type="button"
                        className="quiet"
                        onClick={async () => {
                          // Opened at once, because a window opened after an answer is taken for an advertisement.
                          const page = open('', '_blank');
                          await act('Ticket page opened.', async () => {
                            const { ticketPage } = await api<{ ticketPage: string }>(
                              'GET',
                              `/events/${event.id}/registrations/${r.id}`,
                            );
                            if (page) page.location.href = ticketPage;
                          });
                        }}
                      >
                        Ticket<span className="visually-hidden"> of {r.name}</span>
                      </button>
                      <button
                        type="button"
                        className="quiet"
                        onClick={() =>
                          act(`Badge of ${r.name} queued.`, () =>
                            api('POST', `/events/${event.id}/badge/reprint`, {
                              registrationId: r.id,
                              reason: 'requested in the console',
                            }),
                          )
                        }
                      >
                        Badge<span className="visually-hidden"> of {r.name}</span>
                      </button>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && (cursors.length > 0 || data.page.meta.nextCursor) && (
        <nav className="pager" aria-label="Pages of attendees">
          <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Previous
          </button>
          <button
            type="button"
            disabled={!data.page.meta.nextCursor}
            onClick={() => data.page.meta.nextCursor && setCursors([...cursors, data.page.meta.nextCursor])}
          >
            Next
          </button>
        </nav>
      )}
    </>
  );
}
