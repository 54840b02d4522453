/** `/x/{secret}`: the page of an exhibitor's member. It runs the actions that it names, for the secret's exhibitor alone. */
import { html } from '#shared/base/html.ts';
import { isObject } from '#shared/base/json.ts';
import { chooseLanguage, type Language } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import { customQuestionsMax, type ExhibitorRecord, exhibitorMembers } from '#shared/modules/events/exhibitor.ts';
import { leadColumns } from '#shared/modules/events/lead-export.ts';
import type {
  PageAnswer,
  PageContext,
  PageForm,
  PageRequest,
  PublicPage,
} from '../../../core/collections/public-page.ts';
import { systemActor } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { photoOfExhibitor } from '../leads/photos/find-photo.ts';
import { memberOf } from '../leads/whose.ts';
import { organizerOf } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';
import type { EventsPorts } from '../ports.ts';
import { eventFacts } from '../registration-page/event-facts.ts';
import { absent, addressAt, answerPage, readingOf, seeOther } from '../registration-page/frame.ts';
import { pagePath } from '../registration-page/open-sale.ts';
import { fill } from '../registration-page/page-words.ts';
import { columnsSent } from './columns.ts';
import { doneId } from './done.ts';
import { type ExhibitorData, exhibitorData } from './page-data.ts';
import { renderExhibitor } from './render.ts';
import { type ExhibitorScene, filtered, type Shown } from './scene.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { ExhibitorWords } from './words/exhibitor-words.ts';
import { fr } from './words/fr.ts';

export const exhibitorWords: Readonly<Record<Language, ExhibitorWords>> = { en, de, fr, es, ar };

type Fields = PageForm['fields'];
type Errand = readonly [action: string, input: (fields: Fields, data: ExhibitorData, language: Language) => object];

const textOf = (fields: Fields, name: string) => {
  const text = (fields.get(name) ?? '').trim();
  return text === '' ? {} : { [name]: text };
};

/** A question whose text stays keeps its key, and with it the answers that were given. */
function questionsOf(fields: Fields, { questions }: Pick<ExhibitorRecord, 'questions'>) {
  const lines = (fields.get('questions') ?? '').split(/\r?\n/).map((line) => line.trim());
  const texts = [...new Set(lines.filter(Boolean))].slice(0, customQuestionsMax + 1);
  const taken = new Set((questions ?? []).map(({ key }) => key));
  return texts.map((text) => {
    const known = (questions ?? []).find((one) => one.text === text);
    if (known) return known;
    let n = 1;
    while (taken.has(`question-${n}`)) n += 1;
    taken.add(`question-${n}`);
    return { key: `question-${n}`, text };
  });
}

const errands: Readonly<Record<string, Errand>> = {
  edit: [
    'events.update_lead',
    (f) => ({
      leadId: f.get('lead'),
      ...(f.get('note')?.trim() && { notes: f.get('note')?.trim() }),
      ...(f.get('rating') && { rating: Number(f.get('rating')) }),
      ...(f.get('follow') && { followUp: f.get('follow') }),
      tags: (f.get('tags') ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    }),
  ],
  withdraw: ['events.update_lead', (f) => ({ leadId: f.get('lead'), consent: false })],
  questions: [
    'events.update_exhibitor',
    (f, { exhibitor }) => ({
      exhibitorId: exhibitor.id,
      questions: questionsOf(f, exhibitor),
      asksConsent: f.get('asks') === 'on',
    }),
  ],
  invite: [
    'events.invite_exhibitor_member',
    (f, { exhibitor }, language) => ({
      ...{ exhibitorId: exhibitor.id, language },
      ...{ ...textOf(f, 'email'), ...textOf(f, 'name') },
    }),
  ],
  columns: [
    'events.update_exhibitor',
    (f, { exhibitor }) => ({ exhibitorId: exhibitor.id, exportColumns: columnsSent(f) }),
  ],
  revoke: [
    'events.revoke_exhibitor_member',
    (f, { exhibitor }) => ({ exhibitorId: exhibitor.id, memberId: f.get('member') }),
  ],
};

/** Anyone can write a notice in an address, so it is looked up. */
function doneOf(notice: string | null, { done }: ExhibitorWords): ExhibitorScene['done'] {
  const [errand = '', lead = null] = notice?.split('.') ?? [];
  return Object.hasOwn(done, errand) ? { errand: errand as keyof ExhibitorWords['done'], lead } : null;
}

/** Returns the address at which the page opens with the result of the form. */
function afterForm(scene: ExhibitorScene, fields: Fields): string {
  const { path } = scene.reading;
  const lead = fields.get('lead');
  const notice = [fields.get('do') ?? '', ...(lead === undefined ? [] : [lead])].join('.');
  return `${addressAt(filtered(scene), path, { notice })}#${doneId}`;
}

async function openScene(ports: EventsPorts, asked: PageRequest, reader: Reader, context: PageContext) {
  if (reader.shapeOf(exhibitorMembers.name) === null) return null;
  const data = await exhibitorData(reader, asked.params['secret'] ?? '', asked.query);
  if (!data) return null;
  const slug = await ports.slugOf(context.tenant);
  const { sandbox, tenant } = slug;
  const language = chooseLanguage(asked.query.get('lang'), asked.acceptLanguage);
  const { event } = data;
  const organizer = await organizerOf(reader, event, slug);
  const scene: ExhibitorScene = {
    data,
    facts: eventFacts(event, pagePath(tenant, sandbox, event.slug ?? event.id), sandbox, organizer),
    reading: readingOf(asked, language),
    words: exhibitorWords[language],
    shown: null,
    done: doneOf(asked.query.get('notice'), exhibitorWords[language]),
    can: { pair: ports.pairDevice !== undefined, export: ports.exports !== undefined },
  };
  return scene;
}

function show(scene: ExhibitorScene, query: URLSearchParams, refused: Refusal | null): PageAnswer {
  const { data, facts, reading, words } = scene;
  const main = html`${refused !== null && html`<p class="note bad" role="alert" tabindex="-1" id="problems">${fill(words.failed, { reason: refused.message })}</p>`}
${renderExhibitor(scene)}`;
  const here = new URLSearchParams(query);
  here.delete('lang');
  here.delete('notice');
  const framed = { title: `${data.exhibitor.name} · ${words.title}`, event: facts, narrow: true, here, main };
  return answerPage(reading, framed, { status: refused === null ? 200 : 422 });
}

type Taken = { readonly refused: Refusal } | { readonly refused: null; readonly shown: Shown | null };

async function takeErrand(
  ports: EventsPorts,
  { data, reading, words }: ExhibitorScene,
  form: PageForm,
  context: PageContext,
): Promise<Taken> {
  const { fields, params } = form;
  const named = fields.get('do') ?? '';
  if (named === 'pair' && ports.pairDevice) {
    const made = await ports.pairDevice(context.tenant, { event: data.event.id, exhibitor: data.exhibitor.id });
    if (!made.ok) return { refused: made.errors[0] };
    const code = made.value.pairingCode;
    return { refused: null, shown: { kind: 'pairing', code, address: `${ports.publicUrl}/kiosk/?pair=${code}` } };
  }
  const errand = Object.hasOwn(errands, named) ? errands[named] : undefined;
  if (!errand) return { refused: { code: 'validation_failed', message: words.unknown } };
  const [action, input] = errand;
  const whose = { eventId: data.event.id, secret: params['secret'] ?? '' };
  const done = await context.run(action, { ...input(fields, data, reading.language), ...whose });
  if (!done.ok) return { refused: done.errors[0] };
  const { value } = done;
  const isLink = named === 'invite' && isObject(value) && typeof value['link'] === 'string';
  return {
    refused: null,
    shown: isLink ? { kind: 'link', email: String(value['email']), link: String(value['link']) } : null,
  };
}

const formats = ['csv', 'xlsx', 'json'] as const;

/** The rows of the organizer's export of leads, held to this exhibitor. */
function exportPage(ports: EventsPorts): PublicPage {
  return {
    path: '/x/:secret/export/:format',
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    countedBy: 'address',
    async answer(asked, reader, context) {
      const scene = await openScene(ports, asked, reader, context);
      const format = formats.find((one) => one === asked.params['format']);
      if (!scene || !format || !ports.exports) return absent;
      const { event, exhibitor } = scene.data;
      const query = String(new URLSearchParams({ 'where[exhibitor][equals]': exhibitor.id, sort: '-quality' }));
      const asks = { dataset: 'leads', format, event: event.id, query, columns: null };
      // JSON is read by programs: it keeps the names of the API.
      const columns = format === 'json' ? null : leadColumns(exhibitor.exportColumns);
      const file = await ports.exports.content(systemActor(context.tenant, 'exhibitor-page'), asks, columns);
      if (!file.ok) return show(scene, asked.query, file.errors[0]);
      const headers = {
        'Content-Disposition': `attachment; filename="leads.${format}"`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      };
      return { status: 200, type: file.value.type, body: file.value.bytes, headers };
    },
  };
}

/** The bytes of a photo, for members of the exhibitor whose lead it is and while the visitor shares it. */
function cardPage(ports: EventsPorts): PublicPage {
  return {
    path: '/x/:secret/cards/:edit',
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    countedBy: 'address',
    async answer({ params }, reader, { tenant }) {
      if (!ports.leadPhotos || reader.shapeOf(exhibitorMembers.name) === null) return absent;
      const member = await memberOf(reader, params['secret'] ?? '');
      const photo = member && (await photoOfExhibitor(reader, member.exhibitor, params['edit'] ?? ''));
      const bytes = photo && (await ports.leadPhotos.read({ tenant, id: photo.id, sha256: photo.value.sha256 }));
      if (!bytes) return absent;
      const headers = {
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'",
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      };
      return { status: 200, type: 'image/jpeg', body: bytes, headers };
    },
  };
}

export function exhibitorPages(ports: EventsPorts): readonly PublicPage[] {
  const page: PublicPage = {
    path: '/x/:secret',
    runs: [...new Set(Object.values(errands).map(([action]) => action))],
    countedBy: 'address',
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    async answer(asked, reader, context) {
      const scene = await openScene(ports, asked, reader, context);
      return scene ? show(scene, asked.query, null) : absent;
    },
    async takeForm(form, reader, context) {
      const scene = await openScene(ports, form, reader, context);
      if (!scene) return absent;
      const taken = await takeErrand(ports, scene, form, context);
      if (taken.refused === null && taken.shown === null) return seeOther(afterForm(scene, form.fields));
      const again = await openScene(ports, form, reader, context);
      if (!again) return absent;
      return show(
        { ...again, done: null, shown: taken.refused === null ? taken.shown : null },
        form.query,
        taken.refused,
      );
    },
  };
  return [page, exportPage(ports), cardPage(ports)];
}
