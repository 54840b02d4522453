/** An event with people who take part in networking, on the events module without surfaces. */
import { chosenDatabase } from '#test/fixtures/chosen-database.ts';
import {
  type Answered,
  type EventsModule,
  type HouseSetting,
  openEventsModule,
  sampleEvent,
  textAt,
} from '../events-module.ts';

export interface PeopleLab {
  readonly house: EventsModule;
  eventId: string;
  /** A new event; `networking` as its setting. */
  openEvent(networking?: object, more?: object): Promise<string>;
  /** @returns the registration's id */
  join(name: string, profile?: object | null, optIn?: boolean): Promise<string>;
  profileOf(registration: string): Promise<string>;
  matches(registration: string, more?: object): Promise<Answered>;
  act(action: string, registration: string, more: object): Promise<Answered>;
  close(): Promise<void>;
}

export const founder = {
  headline: 'Building tools for harbours',
  company: 'Analytical Engines',
  role: 'Founder & CTO',
  lookingFor: ['Seed funding', 'Enterprise customers'],
  offering: ['AI platform', 'Equity'],
  interests: ['AI', 'Climate', 'SaaS'],
  skills: ['Python'],
};
export const investor = {
  headline: 'Investing in harbours',
  company: 'Tidal Capital Partners',
  role: 'Investor',
  lookingFor: ['AI platform', 'Deal flow'],
  offering: ['Seed funding', 'Introductions'],
  interests: ['AI', 'climate', 'SaaS'],
  skills: ['Python'],
};

export const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: -1 }];

export async function openPeopleLab(setting: HouseSetting = {}): Promise<PeopleLab> {
  const database = await chosenDatabase();
  const house = await openEventsModule({ ...setting, ...(database && { databaseUrl: database.url }) });
  const lab: PeopleLab = {
    house,
    eventId: '',
    async openEvent(networking = {}, more = {}) {
      const made = await house.act('events.create', { ...sampleEvent(), tickets, networking, ...more });
      lab.eventId = textAt(made.body, 'id');
      await house.follow();
      return lab.eventId;
    },
    async join(name, profile = investor, optIn = true) {
      const attendee = { name, email: `${name.toLowerCase()}@example.org`, company: 'Example', role: 'Guest' };
      const made = await house.act('events.register', {
        eventId: lab.eventId,
        ticketType: 'free',
        attendee,
        ...(profile && { profile, networkingOptIn: optIn }),
      });
      return textAt(made.body, 'id');
    },
    async profileOf(registration) {
      const [profile] = await house.all('attendee_profiles', { registration });
      return profile?.id ?? '';
    },
    matches: (registrationId, more = {}) =>
      house.act('events.matches', { eventId: lab.eventId, registrationId, ...more }),
    act: (action, registrationId, more) => house.act(action, { eventId: lab.eventId, registrationId, ...more }),
    async close() {
      await house.close();
      await database?.end();
    },
  };
  return lab;
}
