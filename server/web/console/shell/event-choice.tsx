/** The list that selects the event that the pages are about. */

import { useLocation } from 'wouter';
import { namedEventStatus, t } from '../../parts/text/text.ts';
import type { EventSummary } from '../data/event-summary.ts';
import type { PageName } from './address.ts';

/** Returns the page to open for another event. `new` and `start` belong to a new event, so another one has no such page. */
const pageFor = (page: PageName): PageName => (page === 'new' || page === 'start' ? 'overview' : page);

export interface EventChoiceProps {
  readonly events: readonly EventSummary[];
  readonly event: EventSummary;
  readonly page: PageName;
}

export function EventChoice({ events, event, page }: EventChoiceProps) {
  const [, go] = useLocation();
  return (
    <label className="event-choice">
      <span className="visually-hidden">{t('event')}</span>
      {/* A closed list cuts long names: this one shows the name on as many lines as it needs. */}
      <span className="event-name" aria-hidden="true">
        {event.name} ({namedEventStatus(event.status)})
      </span>
      <select value={event.id} onChange={({ target }) => go(`/${pageFor(page)}/${target.value}`)}>
        {!events.some(({ id }) => id === event.id) && <EventOption event={event} />}
        {events.map((one) => (
          <EventOption key={one.id} event={one} />
        ))}
      </select>
    </label>
  );
}

function EventOption({ event: { id, name, status } }: { readonly event: EventSummary }) {
  return (
    <option value={id}>
      {name} ({namedEventStatus(status)})
    </option>
  );
}
