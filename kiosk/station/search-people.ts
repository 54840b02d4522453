/** Manual search at the gate: the people who match the typed text, and what staff must see before they admit one. */
import type { Replica } from '#kiosk/store/replica.ts';
import type { FoundPerson, PeopleFound } from './station.ts';
import {
  isStaffed,
  type StationIdentity,
  standingOf,
  stationEvent,
  stationGate,
  stationList,
} from './station-facts.ts';

/** Number of people that staff can look through with a queue waiting; for anyone else, more has to be typed. */
export const peopleShownMax = 20;

const noPeople: PeopleFound = { people: [], more: false, complete: true };

export function searchPeople(text: string, replica: Replica, identity: StationIdentity): PeopleFound {
  const { roster, people } = replica;
  const event = stationEvent(replica, identity);
  if (event === null || !isStaffed(replica, identity)) return noPeople;
  const list = stationList(replica, stationGate(replica, identity));
  const { hits, more } = people.search(text, peopleShownMax);
  const found = hits.flatMap(({ id, matched }): FoundPerson[] => {
    const registration = roster.registration(id);
    if (registration === null) return [];
    const { name, company, role: position, email, ticketNumber, ticketType } = registration;
    return [
      {
        registrationId: id,
        name,
        company,
        role: position,
        email,
        ticketNumber,
        ticketTypeName: roster.record('ticket_types', ticketType)?.name ?? null,
        checkedInAt: standingOf(replica, event, { ticketNumber, registration }, list)?.checkedInAt ?? null,
        matched,
      },
    ];
  });
  return { people: found, more, complete: people.complete() };
}
