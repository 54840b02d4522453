/**
 * The common part of an attendee's pages beside the ticket: `/t/{secret}/…`, opened by the secret of the ticket page, with
 * forms that stand for one action each. A page runs only the actions that it names. Below each page, `news` answers whether
 * an open page would show something else.
 */
import { createHash } from 'node:crypto';
import { type Html, html } from '#shared/base/html.ts';
import { chooseLanguage, type Language, languageTraits } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import type {
  PageAnswer,
  PageContext,
  PageForm,
  PageRequest,
  PublicPage,
} from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { organizerOf } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventFacts } from '../registration-page/event-facts.ts';
import { absent, addressAt, readingOf, seeOther } from '../registration-page/frame.ts';
import { pagePath } from '../registration-page/open-sale.ts';
import { fill } from '../registration-page/page-words.ts';
import { whatIsThere } from '../what-is-there.ts';
import { type Said, sayOfField } from './field-refusals.ts';
import { answerAttendee, usualPaceMs } from './frame.ts';
import { type PageTopic, topicsOf } from './page-topics.ts';
import type { AttendeeScene, Fields } from './scene.ts';
import type { AttendeeTab } from './tab-names.ts';
import { tabsOf } from './tabs.ts';

export interface AttendeeData {
  readonly event: EventRecord;
  readonly registration: RegistrationRecord;
}

/** Texts that every such page has. */
export interface AttendeeWords {
  readonly title: string;
  /** `{reason}` is filled in. */
  readonly failed: string;
  /** Refusals in the language of the page, by code; for those of fields there are sentences with their labels. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Texts instead of `refused` where a value does not have the form of its field, by the name of the field. */
  readonly invalid?: Readonly<Record<string, string>>;
  /** Confirmations of what a form has done, by the notice: the name of the errand, unless the page names another one. */
  readonly done?: Readonly<Record<string, string>>;
}

/** The attendee who acts, in the form that the actions of attendees take. */
export interface Whose {
  readonly eventId: string;
  readonly registrationId: string;
  readonly secret: string;
}

/** The action that a form stands for, its input out of the form’s fields, and which parts of `Whose` it does not take. */
export type Errand<D> = readonly [
  action: string,
  input: (fields: Fields, data: D) => object,
  without?: readonly (keyof Whose)[],
];

/** The answer that an open page requests again and again. */
export interface News {
  /** Another text when the page would show something else. */
  readonly mark: string;
  /** Number of items that wait for the person on this page. */
  readonly waiting: number;
  /** Interval at which an open page that receives no events looks again, in ms. */
  readonly paceMs: number;
  /** Texts that change while many people look on, by the id of their element: put in place without a new page. */
  readonly texts?: Readonly<Record<string, string>>;
}

export interface AttendeePage<D extends AttendeeData, W extends AttendeeWords> {
  /** The last part of the address. */
  readonly name: Exclude<AttendeeTab, 'ticket'>;
  readonly words: Readonly<Record<Language, W>>;
  /** Values of the texts in `done`, by what the notice names after its dot; null: there is no such thing (any more). */
  readonly aboutNotice?: (scene: AttendeeScene<D, W>, about: string) => Readonly<Record<string, string>> | null;
  /** Returns the labels of the fields of its forms, by their names in the input of the actions. */
  readonly labels?: (words: W) => Readonly<Record<string, string>>;
  /** Names of the fields that are a choice among values. */
  readonly choices?: readonly string[];
  /** Actions that the page reads with. */
  readonly reads: readonly string[];
  /** Errands by the value of the field `do` of a form. */
  readonly errands: Readonly<Record<string, Errand<D>>>;
  /** Errands that can wait on the device until there is a network. */
  readonly waits: readonly string[];
  /** Returns the notice after an errand, for the query of the page's address; absent: the errand, where the words have it. */
  readonly noticeOf?: (errand: string, value: unknown) => string;
  /** @returns null where the person has no such page: an unknown secret, a registration or event that does not offer it */
  readonly dataOf: (
    reader: Reader,
    secret: string,
    context: Pick<PageContext, 'run'>,
    now: string,
    languageOf: (registration: Pick<RegistrationRecord, 'language'>) => Language,
  ) => Promise<D | null>;
  readonly render: (scene: AttendeeScene<D, W>) => Html;
  /** Counts the items that wait for the person, e.g. proposals to answer; absent: nothing ever waits. */
  readonly waiting?: (data: D) => number;
  /** Topics that wake an open page. */
  readonly follows: readonly PageTopic[];
  /** News without making the page, for a page that many people have open and that changes often; null as for `dataOf`. */
  readonly newsOf?: (
    reader: Reader,
    secret: string,
    now: string,
    languageOf: (registration: Pick<RegistrationRecord, 'language'>) => Language,
  ) => Promise<News | null>;
}

export function whoseOf({ event, registration }: AttendeeData): Whose {
  return { eventId: event.id, registrationId: registration.id, secret: registration.pageSecret };
}

const newsCut = '/news';

/** The language of the address, else of the person, else of the browser. */
const languageFor =
  ({ acceptLanguage, query }: PageRequest) =>
  ({ language }: Pick<RegistrationRecord, 'language'>): Language =>
    chooseLanguage(query.get('lang') ?? language, acceptLanguage);

async function openScene<D extends AttendeeData, W extends AttendeeWords>(
  page: AttendeePage<D, W>,
  ports: EventsPorts,
  asked: PageRequest,
  reader: Reader,
  context: PageContext,
  after: { readonly sent: Fields; readonly refused: readonly [Refusal, ...Refusal[]] } | null = null,
): Promise<AttendeeScene<D, W> | null> {
  if (reader.shapeOf(registrations.name) === null) return null;
  const languageOf = languageFor(asked);
  const now = isoTime(context.clock());
  const data = await page.dataOf(whatIsThere(reader), asked.params['secret'] ?? '', context, now, languageOf);
  if (!data) return null;
  const { event, registration } = data;
  const slug = await ports.slugOf(context.tenant);
  const { sandbox, tenant } = slug;
  const organizer = await organizerOf(reader, event, slug);
  const language = languageOf(registration);
  const path = asked.path.endsWith(newsCut) ? asked.path.slice(0, -newsCut.length) : asked.path;
  const words = page.words[language];
  const facts = eventFacts(event, pagePath(tenant, sandbox, event.slug ?? event.id), sandbox, organizer);
  const { tag } = languageTraits[language];
  const labels = page.labels?.(words) ?? {};
  const saying = { language, tag, labels, choices: page.choices, moment: (time: string) => facts.moment(time, tag) };
  return {
    data,
    sent: after?.sent ?? null,
    refused: after?.refused[0] ?? null,
    said: (after?.refused ?? []).map((one) => sayOf(words, one, sayOfField(one, saying))),
    notice: asked.query.get('notice'),
    ticket: path.slice(0, -(page.name.length + 1)),
    facts,
    reading: readingOf({ ...asked, path }, language),
    waits: new Set(page.waits),
    words,
  };
}

const markOf = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 16);

/**
 * Returns the news of a page that gives none of its own: every change of its content is news, the result of a form is not.
 *
 * @param shown the content, where it was rendered already and without a notice
 */
function newsOfScene<D extends AttendeeData, W extends AttendeeWords>(
  page: AttendeePage<D, W>,
  scene: AttendeeScene<D, W>,
  shown: Html | null = null,
): News {
  const { text } = shown ?? page.render({ ...scene, notice: null });
  return { mark: markOf(text), waiting: page.waiting?.(scene.data) ?? 0, paceMs: usualPaceMs };
}

/** The page's own sentence comes before the one that is made of the label. */
function sayOf({ invalid, refused: known }: AttendeeWords, { code, path = '' }: Refusal, { field, text }: Said): Said {
  const misspelt = code === 'invalid_format' ? invalid?.[path] : undefined;
  return { field, text: misspelt ?? known?.[code] ?? text };
}

/** @returns what the words say of the notice; anyone can write one in an address, so it is looked up */
function doneText<D extends AttendeeData, W extends AttendeeWords>(
  { aboutNotice }: AttendeePage<D, W>,
  scene: AttendeeScene<D, W>,
): string | null {
  const [named = '', about] = scene.notice?.split('.') ?? [];
  const { done = {} } = scene.words;
  const text = Object.hasOwn(done, named) ? done[named] : undefined;
  if (text === undefined || !text.includes('{')) return text ?? null;
  const values = about === undefined ? null : (aboutNotice?.(scene, about) ?? null);
  return values && fill(text, values);
}

/** Renders the outcome of the form that was sent; the script shows it where the person is looking. */
function outcomeOf<D extends AttendeeData, W extends AttendeeWords>(
  page: AttendeePage<D, W>,
  scene: AttendeeScene<D, W>,
): Html | false {
  const { refused, said, words } = scene;
  if (refused !== null) {
    const reason = [...new Set(said.map(({ text }) => text))].join(' ');
    const field = said.find((one) => one.field !== null)?.field;
    return html`<p class="note bad" role="alert" tabindex="-1" id="problems"${field && html` data-field="${field}"`}>${fill(words.failed, { reason })}</p>`;
  }
  const done = doneText(page, scene);
  return done !== null && html`<p class="note good" role="status" id="done">${done}</p>`;
}

async function show<D extends AttendeeData, W extends AttendeeWords>(
  page: AttendeePage<D, W>,
  scene: AttendeeScene<D, W>,
  reader: Reader,
  now: string,
): Promise<PageAnswer> {
  const { data, facts, reading, refused, ticket, words } = scene;
  const content = page.render(scene);
  const main = html`${outcomeOf(page, scene)}
${content}`;
  const own = page.newsOf
    ? await page.newsOf(whatIsThere(reader), data.registration.pageSecret, now, () => reading.language)
    : null;
  const news = own ?? newsOfScene(page, scene, scene.notice === null ? content : null);
  const tabs = await tabsOf(reader, data.event, data.registration);
  const framed = { title: words.title, event: facts, reading, ticket, current: page.name, tabs, main };
  // A page with a refused form differs from the page that would be read again.
  const mark = refused === null ? news.mark : null;
  return answerAttendee({ ...framed, mark, paceMs: news.paceMs, count: news.waiting }, refused === null ? 200 : 422);
}

/** Form of the key that the script of the page chooses, so that a form that is sent again does nothing again. */
const usableKey = /^[0-9A-Za-z-]{8,64}$/;

async function takeErrand<D extends AttendeeData, W extends AttendeeWords>(
  { errands, noticeOf }: AttendeePage<D, W>,
  { data, words }: AttendeeScene<D, W>,
  { fields }: PageForm,
  { run }: PageContext,
): Promise<{ readonly refused: readonly [Refusal, ...Refusal[]] } | { readonly notice: string | null }> {
  const named = fields.get('do') ?? '';
  const errand = Object.hasOwn(errands, named) ? errands[named] : undefined;
  if (!errand) return { refused: [{ code: 'validation_failed', message: words.title }] };
  const [action, input, without = []] = errand;
  const whose = Object.entries(whoseOf(data)).filter(([name]) => !without.some((one) => one === name));
  const once = fields.get('once') ?? '';
  const key = usableKey.test(once) ? { key: once } : {};
  const done = await run(action, { ...input(fields, data), ...Object.fromEntries(whose) }, key);
  if (!done.ok) return { refused: done.errors };
  return { notice: noticeOf?.(named, done.value) ?? (Object.hasOwn(words.done ?? {}, named) ? named : null) };
}

function newsPage<D extends AttendeeData, W extends AttendeeWords>(
  ports: EventsPorts,
  page: AttendeePage<D, W>,
  shared: Pick<PublicPage, 'countedBy' | 'tenantOf'>,
): PublicPage {
  return {
    ...shared,
    path: `/t/:secret/${page.name}${newsCut}`,
    runs: page.reads,
    async answer(asked, reader, context) {
      const news = page.newsOf
        ? await page.newsOf(
            whatIsThere(reader),
            asked.params['secret'] ?? '',
            isoTime(context.clock()),
            languageFor(asked),
          )
        : await openScene(page, ports, asked, reader, context).then((scene) => scene && newsOfScene(page, scene));
      if (!news) return absent;
      const headers = { 'Cache-Control': 'no-store' };
      return { status: 200, type: 'application/json', body: JSON.stringify(news), headers };
    },
  };
}

/** Redirects to the ticket page where the person has no such page; `absent` where no registration has the secret. */
async function toTicket(
  { name }: { readonly name: string },
  { params, path, query }: PageRequest,
  reader: Reader,
): Promise<PageAnswer> {
  const pageSecret = params['secret'] ?? '';
  const person =
    reader.shapeOf(registrations.name) === null ? null : await reader.findOne(registrations, { pageSecret });
  if (!person) return absent;
  const language = query.get('lang');
  return seeOther(`${path.slice(0, -(name.length + 1))}${language ? `?lang=${encodeURIComponent(language)}` : ''}`);
}

export function attendeePage<D extends AttendeeData, W extends AttendeeWords>(
  ports: EventsPorts,
  page: AttendeePage<D, W>,
): readonly PublicPage[] {
  const shared: Pick<PublicPage, 'countedBy' | 'tenantOf'> = {
    // A whole venue may come from one network: each person has a limit of their own.
    countedBy: 'address',
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  };
  return [
    {
      ...shared,
      path: `/t/:secret/${page.name}`,
      runs: [...new Set([...page.reads, ...Object.values(page.errands).map(([action]) => action)])],
      async follows({ params }, reader) {
        if (reader.shapeOf(registrations.name) === null) return null;
        const person = await reader.findOne(registrations, { pageSecret: params['secret'] ?? '' });
        const isThere = (collection: string) => reader.shapeOf(collection) !== null;
        return person && topicsOf(page.follows, { event: person.event, registration: person.id }, isThere);
      },
      async answer(asked, reader, context) {
        const scene = await openScene(page, ports, asked, reader, context);
        return scene ? show(page, scene, reader, isoTime(context.clock())) : toTicket(page, asked, reader);
      },
      async takeForm(form, reader, context) {
        const scene = await openScene(page, ports, form, reader, context);
        if (!scene) return absent;
        const done = await takeErrand(page, scene, form, context);
        if ('notice' in done) {
          const { reading } = scene;
          return seeOther(addressAt(reading, reading.path, done.notice === null ? {} : { notice: done.notice }));
        }
        const after = { sent: form.fields, refused: done.refused };
        const again = await openScene(page, ports, form, reader, context, after);
        return again ? show(page, again, reader, isoTime(context.clock())) : absent;
      },
    },
    newsPage(ports, page, shared),
  ];
}
