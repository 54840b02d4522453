/** The sentences, facts and links of each kind of mail. The sentences themselves are in `words/`. */
import { codeGroups } from '#shared/text/code-groups.ts';
import type { Letter, Sum } from '../../modules/events/letters/letter.ts';
import type { LetterTexts } from './words/letter-texts.ts';

interface Link {
  readonly label: string;
  readonly url: string;
}

export interface KindWords {
  readonly subject: string;
  /** Null: the text has its own. */
  readonly greeting: string | null;
  readonly paragraphs: readonly string[];
  /** Label and value, in a small table. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly Link[];
  readonly closing: string;
  /** Link under everything else. */
  readonly footer: Link | null;
}

export interface Writing {
  readonly letter: Letter;
  readonly texts: LetterTexts;
  /** A value that people or records gave, on one line and in its own direction. */
  readonly own: (value: string) => string;
  readonly time: (iso: string) => string;
  readonly sum: (sum: Sum) => string;
}

type Kind = Omit<KindWords, 'greeting' | 'facts' | 'links' | 'footer'> & Partial<KindWords>;

/** The facts on time and place, in mails to people who will come. */
function whenAndWhere({ letter: { event }, own, texts: { labels }, time }: Writing): KindWords['facts'] {
  return [
    [labels.begins, time(event.startsAt)],
    [labels.ends, time(event.endsAt)],
    ...(event.venue ? [[labels.where, own(event.venue)] as const] : []),
  ];
}

function ticketConfirmed(writing: Writing): Kind {
  const { letter, own, texts } = writing;
  const { event, pageUrl, ticket, ticketTypeName } = letter;
  const { ticketConfirmed: said, labels } = texts;
  return {
    subject: said.subject(own(event.name)),
    paragraphs: [said.opening(own(event.name)), said.page, ...(ticket ? [said.picture(ticket.windowMinutes)] : [])],
    facts: [
      [labels.ticket, own(ticketTypeName)],
      ...(ticket ? [[labels.number, own(codeGroups(ticket.number).join(' '))] as const] : []),
      ...whenAndWhere(writing),
    ],
    links: [{ label: labels.open, url: pageUrl }],
    closing: said.closing,
  };
}

/** One line for each ticket; the name of the person where the reader may not know which one. */
function ticketsAbout({ letter, own, texts: { labels } }: Writing): KindWords['facts'] {
  const { about = [], template, ticketTypeName } = letter;
  const isNamed = about.length > 1 || template === 'refund_sent' || template === 'refund_failed';
  if (!isNamed) return [[labels.ticket, own(ticketTypeName)]];
  return about.map((one) => [labels.ticket, `${own(one.name)} · ${own(one.ticketTypeName)}`] as const);
}

/** The sentence after the sum; empty where the organizer refunds in a way that is not known here. */
function wayOf({ letter, texts }: Writing): string {
  const { way = 'same' } = letter.refund ?? {};
  return way === 'other' ? '' : ` ${texts.refundWays[way]}`;
}

/** A registration or the whole event is cancelled, with what is paid back. */
const cancelled =
  (kind: 'registrationCancelled' | 'eventCancelled') =>
  (writing: Writing): Kind => {
    const { letter, own, sum, texts } = writing;
    const said = texts[kind];
    const isMany = (letter.about ?? []).length > 1;
    const name = own(letter.event.name);
    return {
      subject: said.subject(name),
      paragraphs: [
        said.opening(name, isMany),
        ...(letter.refund ? [said.refund(sum(letter.refund), wayOf(writing))] : []),
      ],
      facts: ticketsAbout(writing),
      closing: said.closing,
    };
  };

function ticketTransferred({ letter, own, texts }: Writing): Kind {
  const { ticketTransferred: said, labels } = texts;
  const name = own(letter.event.name);
  const facts = [[labels.ticket, own(letter.ticketTypeName)]] as const;
  return { subject: said.subject(name), paragraphs: [said.opening(name)], facts, closing: said.closing };
}

/** Number and sum, and the way to the order's page. */
function aboutOrder({ letter: { order }, own, sum, texts: { labels } }: Writing) {
  const facts: KindWords['facts'] = order
    ? [
        [labels.order, own(order.number)],
        [labels.total, sum(order.total)],
      ]
    : [];
  return { facts, links: order ? [{ label: labels.openOrder, url: order.pageUrl }] : [] };
}

function orderReceived(writing: Writing): Kind {
  const { letter, own, sum, texts, time } = writing;
  const { event, order } = letter;
  const said = texts.orderReceived;
  const total = order ? sum(order.total) : '';
  const number = own(order?.number ?? '');
  const pay = order?.payUntil ? said.payUntil(total, time(order.payUntil)) : said.pay(total);
  return {
    subject: said.subject(own(event.name)),
    paragraphs: [
      said.opening(number, own(event.name)),
      pay,
      ...(order?.bank
        ? [
            said.bank(number),
            ...order.bank
              .split('\n')
              .filter((line) => line.trim())
              .map(own),
          ]
        : []),
    ],
    ...aboutOrder(writing),
    closing: said.closing,
  };
}

function orderPaid(writing: Writing): Kind {
  const { letter, own, texts } = writing;
  const said = texts.orderPaid;
  const order = aboutOrder(writing);
  const tickets = letter.order?.tickets ?? [];
  return {
    subject: said.subject(own(letter.event.name)),
    paragraphs: [
      said.opening(own(letter.order?.number ?? ''), own(letter.event.name)),
      ...(tickets.length > 0 ? [said.tickets] : []),
    ],
    facts: [...order.facts, ...whenAndWhere(writing)],
    links: [
      ...tickets.map(({ name, pageUrl, ticketTypeName }) => ({
        label: `${own(name)} · ${own(ticketTypeName)}`,
        url: pageUrl,
      })),
      ...order.links,
    ],
    closing: said.closing,
  };
}

const refunded =
  (kind: 'refundSent' | 'refundFailed') =>
  (writing: Writing): Kind => {
    const { letter, own, sum, texts } = writing;
    const said = texts[kind];
    const back = letter.refund ? sum(letter.refund) : '';
    const way = wayOf(writing);
    return {
      subject: said.subject(own(letter.event.name)),
      paragraphs: [said.opening(back, own(letter.event.name), way)],
      facts: ticketsAbout(writing),
      ...(letter.order && { links: aboutOrder(writing).links }),
      closing: said.closing,
    };
  };

function waitlistOffer(writing: Writing): Kind {
  const { letter, own, sum, texts, time } = writing;
  const { waitlistOffer: said, labels } = texts;
  const price = letter.offer?.price;
  const name = own(letter.event.name);
  return {
    subject: said.subject(name),
    paragraphs: [said.opening(name), ...(letter.offer ? [said.until(time(letter.offer.until))] : [])],
    facts: [
      [labels.ticket, own(letter.ticketTypeName)],
      ...(price ? [[labels.total, sum(price)] as const] : []),
      ...whenAndWhere(writing),
    ],
    links: letter.offer ? [{ label: labels.openOffer, url: letter.offer.pageUrl }] : [],
    closing: said.closing,
  };
}

/** The facts on a session that the person has booked, as it is now. */
const aboutSession =
  (kind: 'sessionPromoted' | 'sessionChanged' | 'sessionDisplaced' | 'sessionCancelled') =>
  ({ letter, own, texts, time }: Writing): Kind => {
    const { event, pageUrl, session } = letter;
    const { [kind]: said, labels } = texts;
    const title = own(session?.title ?? '');
    const name = own(event.name);
    const facts: KindWords['facts'] = session
      ? [
          [labels.session, title],
          [labels.begins, time(session.startsAt)],
          [labels.ends, time(session.endsAt)],
          ...(session.room ? [[labels.where, own(session.room)] as const] : []),
        ]
      : [];
    const links = [{ label: labels.openSchedule, url: pageUrl }];
    return {
      subject: said.subject(title, name),
      paragraphs: [said.opening(title, name)],
      facts,
      links,
      closing: said.closing,
    };
  };

function prizeWon({ letter, own, texts, time }: Writing): Kind {
  const { labels, prizeWon: said } = texts;
  const name = own(letter.prize?.name ?? '');
  return {
    subject: said.subject(name, own(letter.event.name)),
    paragraphs: [
      said.opening(name, own(letter.event.name)),
      ...(letter.prize ? [said.until(time(letter.prize.until))] : []),
    ],
    links: letter.prize ? [{ label: labels.claimPrize, url: letter.prize.pageUrl }] : [],
    closing: said.closing,
  };
}

/** The facts on a meeting (with whom, when, at which table) and the link to the ticket page, where it is answered. */
function aboutMeeting({ letter: { meeting, pageUrl }, own, texts: { labels }, time }: Writing) {
  const facts: KindWords['facts'] = meeting
    ? [
        [labels.meetingWith, own(meeting.with)],
        [labels.begins, time(meeting.startsAt)],
        [labels.ends, time(meeting.endsAt)],
        ...(meeting.place ? [[labels.table, own(meeting.place)] as const] : []),
      ]
    : [];
  return { facts, links: [{ label: labels.open, url: pageUrl }] };
}

type MeetingKind =
  | 'meetingProposed'
  | 'meetingMoved'
  | 'meetingConfirmed'
  | 'meetingKept'
  | 'meetingDeclined'
  | 'meetingWithdrawn'
  | 'meetingCancelled';

const ofMeeting =
  (kind: MeetingKind) =>
  (writing: Writing): Kind => {
    const { letter, own, texts, time } = writing;
    const person = own(letter.meeting?.with ?? '');
    const said = texts[kind];
    const until = letter.meeting?.answerUntil;
    return {
      subject: said.subject(person, own(letter.event.name)),
      paragraphs: [
        said.opening(person, own(letter.event.name)),
        ...('until' in said && until ? [said.until(time(until))] : []),
      ],
      ...aboutMeeting(writing),
      closing: said.closing,
    };
  };

/** Letter to a person of an exhibitor: the page with its leads, and what to do there. */
function exhibitorInvited(writing: Writing): Kind {
  const { letter, own, texts } = writing;
  const { event, exhibitor } = letter;
  const { exhibitorInvited: said, labels } = texts;
  const name = own(exhibitor?.name ?? '');
  return {
    subject: said.subject(name, own(event.name)),
    paragraphs: [said.opening(name, own(event.name)), said.phone],
    facts: [...(exhibitor?.booth ? [[labels.booth, own(exhibitor.booth)] as const] : []), ...whenAndWhere(writing)],
    links: exhibitor ? [{ label: labels.openLeads, url: exhibitor.pageUrl }] : [],
    closing: said.closing,
  };
}

/** All of its words are the organizer's. */
function message({ letter, own, texts }: Writing): Kind {
  const { closing, unsubscribe } = texts.message;
  const name = own(letter.event.name);
  const footer = letter.unsubscribeUrl ? { label: unsubscribe, url: letter.unsubscribeUrl } : null;
  return { subject: name, paragraphs: [], closing: closing(name), footer };
}

const kinds: Readonly<Record<Letter['template'], (writing: Writing) => Kind>> = {
  ticket_confirmed: ticketConfirmed,
  registration_cancelled: cancelled('registrationCancelled'),
  ticket_transferred: ticketTransferred,
  order_received: orderReceived,
  order_paid: orderPaid,
  refund_sent: refunded('refundSent'),
  refund_failed: refunded('refundFailed'),
  event_cancelled: cancelled('eventCancelled'),
  waitlist_offer: waitlistOffer,
  session_promoted: aboutSession('sessionPromoted'),
  session_changed: aboutSession('sessionChanged'),
  session_displaced: aboutSession('sessionDisplaced'),
  session_cancelled: aboutSession('sessionCancelled'),
  prize_won: prizeWon,
  meeting_proposed: ofMeeting('meetingProposed'),
  meeting_moved: ofMeeting('meetingMoved'),
  meeting_confirmed: ofMeeting('meetingConfirmed'),
  meeting_kept: ofMeeting('meetingKept'),
  meeting_declined: ofMeeting('meetingDeclined'),
  meeting_withdrawn: ofMeeting('meetingWithdrawn'),
  meeting_cancelled: ofMeeting('meetingCancelled'),
  exhibitor_invited: exhibitorInvited,
  message,
};

export function kindWords(writing: Writing): KindWords {
  const { letter, own, texts } = writing;
  const greeting = texts.greeting(own(letter.recipient.name));
  return { greeting, facts: [], links: [], footer: null, ...kinds[letter.template](writing) };
}
