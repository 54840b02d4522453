/** Sample people for the preview of a badge, with the ticket types of this event. */
import { useMemo, useState } from 'react';
import { sampleAt, samplePeople } from '#shared/badge/sample-people.ts';
import type { TicketTypeChoice } from './element-form.tsx';
import type { Question } from './field-names.ts';

export type Sample = (typeof samplePeople)[number];

export interface Samples {
  readonly people: readonly Sample[];
  /** The one whose badge is on the label. */
  readonly shown: Sample | undefined;
  readonly showPerson: (id: string) => void;
  /** The key of the ticket type that all of them have. */
  readonly ticketType: string;
  readonly chooseTicketType: (key: string) => void;
}

export function useSamples(
  eventName: string,
  ticketTypes: readonly TicketTypeChoice[],
  questions: readonly Question[],
): Samples {
  const [personId, showPerson] = useState(samplePeople[0]?.id ?? '');
  const [ticketType, chooseTicketType] = useState(ticketTypes[0]?.key ?? '');
  const people = useMemo(() => {
    const type = ticketTypes.find(({ key }) => key === ticketType) ?? null;
    const guest = { name: eventName, ticketType: type, questions: questions.map(({ id }) => id) };
    return samplePeople.map((person) => ({ ...person, content: sampleAt(person.content, guest) }));
  }, [ticketTypes, questions, ticketType, eventName]);
  const shown = people.find(({ id }) => id === personId) ?? people[0];
  return { people, shown, showPerson, ticketType, chooseTicketType };
}
