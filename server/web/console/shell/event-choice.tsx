/** Which event the pages are about. */
import { useLocation } from 'wouter';
import type { EventSummary } from '../data/event-summary.ts';
import type { PageName } from './address.ts';

/** Of a new event: another one has no such page. */
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
      <span className="visually-hidden">Event</span>
      <select value={event.id} onChange={({ target }) => go(`/${pageFor(page)}/${target.value}`)}>
        {events.map(({ id, name, status }) => (
          <option key={id} value={id}>
            {name} ({status})
          </option>
        ))}
      </select>
    </label>
  );
}
