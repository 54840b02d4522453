/** `/o/{secret}`: the page of an order and what its holder can do there, as public pages of the module. */
import { chooseLanguage } from '#shared/base/languages.ts';
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
import { testPaymentCut } from '../payments/processors.ts';
import type { EventsPorts } from '../ports.ts';
import { cancelShare } from '../registration/cancel-registration.ts';
import { eventFacts } from './event-facts.ts';
import { absent, addressAt, readingOf, seeOther } from './frame.ts';
import { pagePath } from './open-sale.ts';
import { type OrderData, orderData } from './order-data.ts';
import { cancelPage, mayCancel, type OrderView, orderPage, payPage, waitingChange } from './order-page.ts';
import { fill } from './page-words.ts';
import { reasonOf } from './problems.ts';
import { bankPage, testPage } from './test-payment.ts';

const runs = ['events.cancel_registration', 'events.request_payment', 'events.resend'] as const;

interface Scene {
  readonly reader: Reader;
  readonly view: OrderView;
  readonly context: PageContext;
}

async function openOrder(
  ports: EventsPorts,
  asked: PageRequest,
  reader: Reader,
  context: PageContext,
): Promise<Scene | null> {
  const data = await orderData(reader, asked.params['secret'] ?? '');
  if (!data) return null;
  // The browser's path may have more after the order's own part.
  const path = /^.*\/o\/[^/]+/.exec(asked.path)?.[0] ?? asked.path;
  const language = chooseLanguage(asked.query.get('lang') ?? data.order.language, asked.acceptLanguage);
  const slug = await ports.slugOf(context.tenant);
  const { sandbox, tenant } = slug;
  const { event } = data;
  const isPublic = event.publicPage && event.status !== 'draft';
  const eventPath = isPublic && tenant !== '' ? pagePath(tenant, sandbox, event.slug ?? event.id) : null;
  const facts = eventFacts(event, eventPath ?? path, sandbox, await organizerOf(reader, event, slug));
  const reading = readingOf({ ...asked, path }, language);
  return { context, reader, view: { data, reading, facts, eventPath, nowMs: context.clock() } };
}

function personOf({ data }: OrderView, id: string | null) {
  return data.people.find((one) => one.id === id) ?? null;
}

async function show({ reader, view }: Scene, { query }: PageRequest): Promise<PageAnswer> {
  const { words } = view.reading;
  const asked = personOf(view, query.get('cancel'));
  if (asked && mayCancel(view, asked)) {
    const how = { asked: null, nowMs: view.nowMs };
    return cancelPage(view, asked, await cancelShare(reader, view.data.event, asked, how));
  }
  const gone = personOf(view, query.get('cancelled'));
  const said = gone
    ? { good: true, text: fill(words.cancelDone, { name: gone.name }) }
    : query.get('resent') === '1'
      ? { good: true, text: words.resent }
      : query.get('kept') === '1' && view.data.state === 'cancelled'
        ? { good: true, text: words.changeKept }
        : null;
  return orderPage({ ...view, said, returned: query.get('paid') === '1' });
}

async function cancel({ context, view }: Scene, { fields }: PageForm): Promise<PageAnswer> {
  const { data, reading } = view;
  const { path, words } = reading;
  const person = personOf(view, fields.get('registration') ?? null);
  if (!person) return orderPage(view);
  if (person.status === 'cancelled') return seeOther(addressAt(reading, path, { cancelled: person.id }));
  const input = { eventId: data.event.id, registrationId: person.id };
  const done = await context.run('events.cancel_registration', input);
  if (done.ok) return seeOther(addressAt(reading, path, { cancelled: person.id }));
  return orderPage({
    ...view,
    said: { good: false, text: fill(words.cancelRefused, { reason: reasonOf(words, done.errors[0]) }) },
  });
}

/** The pending change ends with its seat and its payment; the ticket of before was valid all the time. */
async function keep({ context, view }: Scene): Promise<PageAnswer> {
  const { data, reading } = view;
  const change = waitingChange(data);
  // A second click, or money that has come meanwhile: the page says how it stands.
  if (!change) return seeOther(addressAt(reading, reading.path, { kept: '1' }));
  const input = { eventId: data.event.id, registrationId: change.id };
  const done = await context.run('events.cancel_registration', input);
  if (done.ok) return seeOther(addressAt(reading, reading.path, { kept: '1' }));
  const text = fill(reading.words.cancelRefused, { reason: reasonOf(reading.words, done.errors[0]) });
  return orderPage({ ...view, said: { good: false, text } });
}

async function resend({ context, view }: Scene): Promise<PageAnswer> {
  const { data, reading } = view;
  for (const person of data.people.filter(({ status }) => status === 'confirmed')) {
    const done = await context.run('events.resend', { eventId: data.event.id, registrationId: person.id });
    if (done.ok) continue;
    const text = fill(reading.words.resendRefused, { reason: reasonOf(reading.words, done.errors[0]) });
    return orderPage({ ...view, said: { good: false, text } });
  }
  return seeOther(addressAt(reading, reading.path, { resent: '1' }));
}

async function retry({ context, view }: Scene): Promise<PageAnswer> {
  const { data, reading } = view;
  const [first] = data.people;
  const input = { eventId: data.event.id, registrationId: first?.id };
  const done = await context.run('events.request_payment', input);
  if (done.ok) return seeOther(addressAt(reading, `${reading.path}/pay`));
  const text = fill(reading.words.refused, { reason: reasonOf(reading.words, done.errors[0]) });
  return orderPage({ ...view, said: { good: false, text } });
}

function pay({ view }: Scene): PageAnswer {
  const { data, reading } = view;
  // Asked for again after a failure: the order says "failed" until the processor has opened the new payment.
  const isWanted = data.payment?.state === 'wanted';
  const opening = data.payUrl !== null || isWanted || (data.state === 'open' && data.payment !== null);
  return opening ? payPage(view) : seeOther(addressAt(reading, reading.path));
}

function stateData({ view: { data } }: Scene, { query }: PageRequest): PageAnswer {
  const payAt = query.get('pay') === '1' ? data.payUrl : null;
  const body = JSON.stringify({ state: data.state, mark: data.mark, ...(payAt !== null && { payAt }) });
  return { status: 200, type: 'application/json', body };
}

/** Returns the person of the payment that the built-in processor names: the first, as its metadata do. */
const payerOf = ({ payment, people }: OrderData) => payment?.registration ?? people[0]?.id;

async function payTest({ context, view }: Scene, { fields }: PageForm): Promise<PageAnswer> {
  const { data, reading } = view;
  const does = fields.get('do');
  const order = addressAt(reading, reading.path);
  if (does === 'leave') return seeOther(order);
  if (does === 'authenticate') return bankPage(view);
  const outcome = does === 'pay' ? 'succeeded' : 'failed';
  const done = await context.run('events.pay_test', { registrationId: payerOf(data), outcome });
  if (done.ok && outcome === 'succeeded') return seeOther(addressAt(reading, reading.path, { paid: '1' }));
  return done.ok ? testPage(view, reading.words.test.declined) : seeOther(order);
}

export function orderPages(ports: EventsPorts): readonly PublicPage[] {
  type Answer = (scene: Scene, asked: PageRequest) => PageAnswer | Promise<PageAnswer>;
  const at = (path: string, actions: readonly string[], answer: Answer): PublicPage => ({
    path,
    runs: actions,
    tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
    async answer(asked, reader, context) {
      const scene = await openOrder(ports, asked, reader, context);
      return scene ? answer(scene, asked) : absent;
    },
  });
  const taking = (
    page: PublicPage,
    take: (scene: Scene, form: PageForm) => PageAnswer | Promise<PageAnswer>,
  ): PublicPage => ({
    ...page,
    async takeForm(form, reader, context) {
      const scene = await openOrder(ports, form, reader, context);
      return scene ? take(scene, form) : absent;
    },
  });
  const deeds = { cancel, keep, resend, retry } as const;
  const test = `/o/:secret${testPaymentCut}`;
  const isTest = ({ view: { data } }: Scene) => data.payUrl?.endsWith(testPaymentCut) === true;
  return [
    taking(at('/o/:secret', runs, show), (scene, form) => {
      const deed = form.fields.get('do') ?? '';
      return Object.hasOwn(deeds, deed) ? deeds[deed as keyof typeof deeds](scene, form) : orderPage(scene.view);
    }),
    at('/o/:secret/pay', [], pay),
    at('/o/:secret/state', [], stateData),
    taking(
      at(test, ['events.pay_test'], (scene) =>
        isTest(scene) ? testPage(scene.view, null) : seeOther(addressAt(scene.view.reading, scene.view.reading.path)),
      ),
      (scene, form) =>
        isTest(scene) ? payTest(scene, form) : seeOther(addressAt(scene.view.reading, scene.view.reading.path)),
    ),
  ];
}
