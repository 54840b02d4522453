/** The PDF of an invoice: readable, the same bytes each time, and served only with the secret of its order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inVisualOrder } from '#server/modules/events/invoices/draw-invoice.ts';
import { must } from '#shared/base/assert.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { pdfText } from '#test/fixtures/pdf-text.ts';
import { ada, type EventsModule, listAt, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let eventId: string;
let orders = 0;

beforeAll(async () => {
  house = await openEventsModule();
  const tickets = [{ id: 'hall', name: 'Hall', price: 119, currency: 'EUR', taxPercent: 19, taxName: 'VAT' }];
  const invoicing = { enabled: true, sellerName: 'Łódź Hafen GmbH', vatId: 'DE123456789', footer: 'Thank you' };
  eventId = textAt((await house.act('events.create', { ...sampleEvent(), tickets, invoicing })).body, 'id');
});
afterAll(() => house.close());

async function paidOrder(acceptLanguage: string): Promise<{ readonly secret: string; readonly invoice: StoredRecord }> {
  const actor = {
    tenant: house.tenant,
    kind: 'key',
    id: 'k',
    scopes: new Set(['events:write']),
    roles: new Set<string>(),
    acceptLanguage,
  } as const;
  orders += 1;
  const items = [{ ticketType: 'hall', attendee: { ...ada, email: `p${orders}@example.org`, name: 'مريم حداد' } }];
  const made = (
    await house.act('events.order', { eventId, items, buyer: { name: 'Zoë Ångström', email: 'z@example.org' } }, actor)
  ).body;
  await house.act('events.pay_test', { registrationId: textAt(listAt(made, 'registrations')[0], 'id') });
  await house.follow();
  const [invoice] = await house.all('invoices_issued', { order: textAt(made, 'id') });
  return { secret: must(textAt(made, 'page').split('/').at(-1), 'a secret'), invoice: must(invoice, 'an invoice') };
}

const fileOf = async ({ id }: StoredRecord) =>
  Buffer.from(textAt((await house.act('events.invoice_pdf', { eventId, invoiceId: id })).body, 'content'), 'base64');

test.each([
  ['en', ['Invoice', 'VAT 19 %', '€100.00', '€19.00', '€119.00']],
  ['de', ['Rechnung', '100,00 €', '119,00 €']],
  ['fr', ['Facture', '119,00 €']],
  ['es', ['Factura', '119,00 €']],
  ['ar', ['ةروتاف']],
])('%s: names, sums and labels can be read, and the same row gives the same bytes', async (language, texts) => {
  const { invoice } = await paidOrder(language);
  const file = await fileOf(invoice);
  const text = pdfText(file).normalize('NFKC');
  for (const one of [...texts, String(invoice['number']), 'Zoë Ångström', 'Łódź Hafen GmbH', 'Thank you'])
    expect(text).toContain(one.normalize('NFKC'));
  expect(text).not.toContain('?');
  expect((await fileOf(invoice)).equals(file)).toBe(true);
});

test('is served under the page of its order, and not under that of another', async () => {
  const [mine, other] = [await paidOrder('en'), await paidOrder('en')];
  const page = must(
    house.module.pages?.find(({ path }) => path === '/o/:secret/invoice/:file'),
    'the page',
  );
  const open = (secret: string, file: string) =>
    page.answer(
      { params: { secret, file }, path: '', query: new URLSearchParams(), acceptLanguage: '', nonce: '' },
      house.store,
      { tenant: house.tenant, clock: () => house.nowMs, run: () => Promise.reject(new Error('the page runs nothing')) },
    );
  const file = `${String(mine.invoice['number'])}.pdf`;
  expect(await open(mine.secret, file)).toMatchObject({ status: 200, type: 'application/pdf' });
  expect(await open(other.secret, file)).toMatchObject({ status: 404 });
  expect(await open(mine.secret, 'nothing.pdf')).toMatchObject({ status: 404 });
});

test('right-to-left text is drawn from the right, with its numbers from the left', () => {
  expect(inVisualOrder('تذكرة Hall A لليوم')).toBe('لليوم Hall A تذكرة');
  expect(inVisualOrder('Hall A · مريم حداد')).toBe('Hall A · حداد مريم');
  expect(inVisualOrder('Hall A')).toBe('Hall A');
});
