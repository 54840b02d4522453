/** Tags of the page for search engines and messengers: description, picture, the event and its offers as data. */
import { type Html, html, scriptJson } from '#shared/base/html.ts';
import { priceOf } from '#shared/modules/events/money.ts';
import { isOnSale } from './cart.ts';
import type { Offered, Sale } from './sale.ts';

export interface Shared {
  /** Absolute. */
  readonly url: string;
  readonly pictureUrl: string;
}

const descriptionMax = 300;

function offerData({ name, pays, saleEnd, saleStart, ...one }: Offered, url: string) {
  return {
    '@type': 'Offer',
    name,
    price: priceOf(pays.amount, pays.currency),
    priceCurrency: pays.currency,
    availability: `https://schema.org/${isOnSale(one as Offered) ? 'InStock' : 'SoldOut'}`,
    url,
    ...(saleStart && { validFrom: saleStart }),
    ...(saleEnd && { validThrough: saleEnd }),
  };
}

/** Absent where the page is a preview or shown inside another website's. */
export function shareTags(sale: Sale & Partial<Shared>): Html | false {
  const { event, facts, offer, pictureUrl, preview, reading, url } = sale;
  if (preview || reading.embedded || url === undefined || pictureUrl === undefined) return false;
  const { endsAt, name, startsAt, venue } = event;
  const description = (event.summary ?? event.description ?? '').slice(0, descriptionMax);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    ...{ name, startDate: startsAt, endDate: endsAt, url, image: [pictureUrl] },
    ...(description !== '' && { description }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.type === 'webinar' ? 'Online' : event.type === 'hybrid' ? 'Mixed' : 'Offline'}EventAttendanceMode`,
    location: venue ? { '@type': 'Place', name: venue, address: venue } : { '@type': 'VirtualLocation', url },
    ...(facts.organizer.name !== null && { organizer: { '@type': 'Organization', name: facts.organizer.name } }),
    offers: offer.tickets.filter(({ kind }) => kind === 'admission').map((one) => offerData(one, url)),
  };
  return html`<link rel="canonical" href="${url}">
${description !== '' && html`<meta name="description" content="${description}">`}
<meta property="og:type" content="event">
<meta property="og:title" content="${name}">
${description !== '' && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${url}">
<meta property="og:image" content="${pictureUrl}">
<meta property="og:locale" content="${reading.language}">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json" nonce="${reading.nonce}">${scriptJson(data)}</script>`;
}
