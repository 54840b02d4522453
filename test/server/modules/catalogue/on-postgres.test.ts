/** A sample of the catalogue on PostgreSQL: example records, records made up from definitions, and rules under a race. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedId } from '#server/modules/common/load-seed.ts';
import { must } from '#shared/base/assert.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Values, validRecord } from '#test/fixtures/valid-record.ts';
import { type CatalogueSite, collections, openCatalogueSite, rules } from './catalogue-site.ts';

let site: CatalogueSite;

beforeAll(async () => {
  site = await openCatalogueSite({ DATABASE_URL: await (await postgres()).database('catalogue') });
});

afterAll(() => site?.house.close());

test('the example records of every module are taken as they are on SQLite', async () => {
  expect(site.seeded).toBeGreaterThan(100);
  const order = await site.record('GET', `/api/v1/orders/${seedId('orders', 'first')}`);
  expect(order).toMatchObject({ totalAmount: 6_202, paidAmount: 6_202, refundedAmount: 490, number: 'O-000001' });
});

test.each(['products', 'companies', 'tickets', 'orders', 'forms', 'tasks', 'invoices', 'employees'])(
  '%s: create, read, change, delete',
  async (name) => {
    const definition = must(
      collections.find((c) => c.name === name),
      name,
    );
    const ids = new Map(
      [...new Set(definition.fields.flatMap((f) => (f.type === 'relation' ? [f.to] : [])))].map((to) => [
        to,
        [] as string[],
      ]),
    );
    for (const to of ids.keys()) {
      const [first] = (await site.send('GET', `/api/v1/${to}?limit=1&fields=id`)).body['data'] as StoredRecord[];
      if (first) ids.set(to, [first.id]);
    }
    const variants = (await site.send('GET', '/api/v1/product_variants?limit=1&fields=id')).body[
      'data'
    ] as StoredRecord[];
    ids.set(
      'product_variants',
      variants.map((v) => v.id),
    );
    const fixed = name === 'forms' ? { fields: [{ name: 'a', label: 'A' }] } : {};
    const input: Values = { ...validRecord(definition, rules, (to) => ids.get(to) ?? [], 1, 8_161), ...fixed };
    const record = await site.record('POST', `/api/v1/${name}`, input);
    for (const { name: field, type, readOnly } of definition.fields)
      if (!readOnly && typeof input[field] === 'string' && type !== 'array')
        expect([field, record[field]]).toEqual([field, input[field]]);
    const changed = await site.record('PATCH', `/api/v1/${name}/${record.id}`, {
      ...input,
      ...(definition.lifecycle ? { [definition.lifecycle.field]: record[definition.lifecycle.field] } : {}),
    });
    expect(changed.id).toBe(record.id);
    expect((await site.send('DELETE', `/api/v1/${name}/${record.id}`)).status).toBe(200);
    expect((await site.send('GET', `/api/v1/${name}/${record.id}`)).status).toBe(404);
  },
);

test('numbers have no gap and no twin, stock is not sold twice, a slot has one guest, under a race', async () => {
  const invoice = () =>
    site.record('POST', '/api/v1/invoices', {
      billToName: 'Ada',
      currency: 'EUR',
      lines: [{ title: 'x', unitAmount: 1 }],
    });
  const drafts = await Promise.all(Array.from({ length: 8 }, invoice));
  const issued = await Promise.all(
    drafts.map(({ id }) => site.record('POST', `/api/v1/finance/invoices/${id}/issue`, {})),
  );
  const numbers = issued.map((one) => Number(String(one['number']).replace('INV-', ''))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));

  const variant = seedId('product_variants', 'handbookPrint');
  const customer = seedId('customers', 'mara');
  const carts = await Promise.all(
    Array.from({ length: 4 }, () =>
      site.record('POST', '/api/v1/carts', { customer, items: [{ variant, quantity: 5 }] }),
    ),
  );
  const sold = await Promise.all(carts.map(({ id }) => site.send('POST', `/api/v1/commerce/carts/${id}/checkout`, {})));
  expect(sold.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409]);
  expect((await site.record('GET', `/api/v1/product_variants/${variant}`))['stockQuantity']).toBe(2);

  const slot = {
    service: seedId('bookable_services', 'advice'),
    resource: seedId('bookable_resources', 'pia'),
    startsAt: '2035-07-02T07:00:00.000Z',
    customerName: 'Ada',
    customerEmail: 'ada@mail.example',
  };
  const booked = await Promise.all(
    Array.from({ length: 4 }, () => site.send('POST', '/api/v1/bookings/appointments/book', slot)),
  );
  expect(booked.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
});
