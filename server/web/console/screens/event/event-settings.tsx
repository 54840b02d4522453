/** The settings of one event, a page for each matter. */

import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading } from '../../../parts/states.tsx';
import { namedEventStatus, t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { useRecord } from '../../data/use-record.ts';
import { eventSections } from '../section-labels.ts';
import type { EventRecord } from './event-record.ts';
import '../settings/settings.css';
import { Danger } from './danger.tsx';
import { Details } from './details.tsx';
import { statusTones } from './event-status.ts';
import { InvoicingPage } from './invoicing.tsx';
import { Letters } from './letters.tsx';
import { Payment } from './payment.tsx';
import { AttendeePage } from './people/attendee-page.tsx';
import { Exhibiting } from './people/exhibiting.tsx';
import { Gamification } from './people/gamification.tsx';
import { Networking } from './people/networking.tsx';
import { PublicPage } from './public-page.tsx';
import { Publish } from './publish.tsx';
import { Questions } from './questions.tsx';
import { WaitingList } from './waiting-list.tsx';

const sections = {
  details: { label: eventSections.details, Page: Details },
  page: { label: eventSections.page, Page: PublicPage },
  payment: { label: eventSections.payment, Page: Payment },
  invoicing: { label: eventSections.invoicing, Page: InvoicingPage },
  waiting: { label: eventSections.waiting, Page: WaitingList },
  questions: { label: eventSections.questions, Page: Questions },
  letters: { label: eventSections.letters, Page: Letters },
  attendee: { label: eventSections.attendee, Page: AttendeePage },
  networking: { label: eventSections.networking, Page: Networking },
  points: { label: eventSections.points, Page: Gamification },
  exhibiting: { label: eventSections.exhibiting, Page: Exhibiting },
  more: { label: eventSections.more, Page: Danger },
} as const;

type SectionName = keyof typeof sections;

export function EventSettings({ event, id }: { readonly event: EventSummary; readonly id: string | null }) {
  const { data: record, error } = useRecord<EventRecord>('events', event.id);
  const mayWrite = useMayWrite();
  const shown: SectionName = id !== null && Object.hasOwn(sections, id) ? (id as SectionName) : 'details';
  const { Page, label } = sections[shown];
  return (
    <>
      <div className="head">
        <h1>{event.name}</h1>
        <StatePill tone={statusTones[event.status] ?? 'plain'}>{namedEventStatus(event.status)}</StatePill>
      </div>
      {event.status === 'draft' && mayWrite && <Publish event={event} />}
      <div className="settings">
        <nav aria-label={t('settings_of_the_event')}>
          {(Object.keys(sections) as SectionName[]).map((name) => (
            <a key={name} href={`#/event/${event.id}/${name}`} aria-current={name === shown ? 'page' : undefined}>
              {sections[name].label}
            </a>
          ))}
        </nav>
        <section className="section" aria-label={label}>
          <Problem error={error} />
          {!record && !error && <Loading />}
          {record && <Page key={shown} {...{ event, record, mayWrite }} />}
        </section>
      </div>
    </>
  );
}
