/** People who came together: who they are, as far as this kiosk knows. Whom of them it admits: admit-party.ts. */

import type { HeldRegistration } from '#kiosk/store/held-records.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { Party, PartyMember } from './staff-act-results.ts';
import { isStaffed, standingOf, stationEvent, stationGate, stationList } from './station-facts.ts';
import type { StationTools } from './station-tools.ts';

/** Maximum number of members that are shown. */
const membersMax = 60;

type InGroup = Pick<HeldRegistration, 'id' | 'group'>;

export function othersOf({ id, group }: InGroup, { people }: Pick<Replica, 'people'>): readonly string[] {
  return group ? people.ofGroup(group).filter((other) => other !== id) : [];
}

export function hasParty(person: InGroup, replica: Replica): boolean {
  return othersOf(person, replica).length > 0;
}

export function partyOf(registrationId: string, { replica, identity }: StationTools): Party | null {
  const { roster } = replica;
  const event = stationEvent(replica, identity);
  const holder = roster.registration(registrationId);
  if (event === null || !holder?.group || !isStaffed(replica, identity)) return null;
  const list = stationList(replica, stationGate(replica, identity));
  const others = othersOf(holder, replica)
    .flatMap((id) => roster.registration(id) ?? [])
    .filter((other) => other.event === holder.event)
    .sort((a, b) => a.name.localeCompare(b.name));
  if (others.length === 0) return null;
  const members = others.slice(0, membersMax).map((registration): PartyMember => {
    const { id, name, company, ticketNumber, ticketType } = registration;
    const standing = standingOf(replica, event, { ticketNumber, registration }, list);
    const ticketTypeName = roster.record('ticket_types', ticketType)?.name ?? null;
    return { registrationId: id, name, company, ticketTypeName, checkedInAt: standing?.checkedInAt ?? null };
  });
  return { group: holder.group, others: members, more: others.length > members.length };
}
