/** Manual search at the gate: whom the typed text fits, and what staff must see of them before they admit anybody. */
import { defaultList } from '#shared/admission/facts.ts';
import type { Replica } from '../store/replica.ts';
import type { FoundPerson, PeopleFound } from './station.ts';
import { type StationIdentity, stationGate } from './station-facts.ts';

/** What a person in a queue can look through; who is not among them, types more. */
export const peopleShownMax = 20;

const nobody: PeopleFound = { people: [], more: false, complete: true };

export function searchPeople(text: string, replica: Replica, identity: StationIdentity): PeopleFound {
  const { roster, journal, people } = replica;
  const role = roster.record('kiosks', identity.kioskId)?.role ?? identity.role;
  if (role === 'self-service') return nobody;
  const list = roster.record('gates', stationGate(replica, identity))?.list ?? defaultList;
  const { hits, more } = people.search(text, peopleShownMax);
  const found = hits.flatMap(({ id, matched }): FoundPerson[] => {
    const registration = roster.registration(id);
    if (registration === null) return [];
    const { name, company, role: position, email, ticketNumber, ticketType } = registration;
    const own = journal.ownAdmission(ticketNumber, id, list);
    return [
      {
        registrationId: id,
        name,
        company,
        role: position,
        email,
        ticketNumber,
        ticketTypeName: roster.record('ticket_types', ticketType)?.name ?? null,
        checkedInAt: roster.checkin(id, list)?.checkedInAt ?? own?.scannedAt ?? null,
        matched,
      },
    ];
  });
  return { people: found, more, complete: people.complete() };
}
