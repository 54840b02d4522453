/** `/t/{secret}/more`: messages of the organizer, cancelling, what is stored about the person, as a list and as a file. */
import type { Language } from '#shared/base/languages.ts';
import { cancelRegistration } from '#shared/modules/events/actions.ts';
import { outgoingMails } from '#shared/modules/events/message.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import { attendeePage, type Errand } from '../attendee-page/attendee-page.ts';
import { ofPerson } from '../attendee-page/page-topics.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { PersonalData } from '../personal-data.ts';
import type { EventsPorts } from '../ports.ts';
import { absent } from '../registration-page/frame.ts';
import { knownOf } from './known.ts';
import { type MoreData, moreData } from './more-data.ts';
import { renderMore } from './render.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import type { MoreWords } from './words/more-words.ts';

export const moreWords: Readonly<Record<Language, MoreWords>> = { en, de, fr, es, ar };

const errands: Readonly<Record<string, Errand<MoreData>>> = {
  'cancel-registration': [cancelRegistration.name, () => ({}), ['secret']],
};

/** What is stored about the person, as a file below the ticket page. */
const knownFile = (personal: readonly PersonalData[]): PublicPage => ({
  path: '/t/:secret/about-me.json',
  countedBy: 'address',
  runs: [],
  tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  async answer({ params }, reader) {
    if (reader.shapeOf(registrations.name) === null) return absent;
    const person = await reader.findOne(registrations, { pageSecret: params['secret'] ?? '' });
    if (!person) return absent;
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Disposition': 'attachment; filename="about-me.json"',
      'X-Robots-Tag': 'noindex',
    };
    const body = JSON.stringify(await knownOf(reader, person, personal), null, 2);
    return { status: 200, type: 'application/json; charset=utf-8', body, headers };
  },
});

/** @param personal what all parts store about people */
export function morePages(ports: EventsPorts, personal: readonly PersonalData[]): readonly PublicPage[] {
  return [
    ...attendeePage<MoreData, MoreWords>(ports, {
      name: 'more',
      words: moreWords,
      reads: [],
      follows: ofPerson(outgoingMails, 'registration'),
      // Cancelling is final and says what is refunded at that moment: it never waits.
      waits: [],
      errands,
      dataOf: (reader, secret, _context, now) => moreData(reader, secret, now),
      render: renderMore,
    }),
    knownFile(personal),
  ];
}
