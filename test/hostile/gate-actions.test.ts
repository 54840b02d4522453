/**
 * Every action of the events module, found by its definition and not by a list: each field in turn filled with what
 * no field should hold, by every tenant that has no business there. A new action is attacked from its first day.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { ActionDefinition, HttpBinding } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { type Answer, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let foreignKey: string;
let eventId: string;

beforeAll(async () => {
  house = await openTestServer();
  const demo = await createDemo(house.admin, { attendees: 5 });
  key = demo.apiKey!;
  eventId = demo.eventId;
  foreignKey = (await house.tenant('stranger')).apiKey;
});
afterAll(() => house?.close());

interface GateAction {
  readonly action: ActionDefinition;
  readonly http: HttpBinding;
}

const gateActions = async (): Promise<GateAction[]> => {
  const probe = house.admin.modules.all.find(({ name }) => name === 'events');
  return (probe?.actions ?? []).flatMap(({ definition }) =>
    definition.http && !definition.http.signed ? [{ action: definition, http: definition.http }] : [],
  );
};

/** A value that the field takes as far as its type goes; ids are the demo's own where they can be. */
function plausible(field: Field): unknown {
  if (field.type === 'relation') return field.to === 'events' ? eventId : uuidv7(1, new Uint8Array(10));
  if (field.type === 'select') return 'many' in field && field.many ? [] : field.options[0];
  if (field.type === 'integer' || field.type === 'number' || field.type === 'money') return 1;
  if (field.type === 'boolean') return true;
  if (field.type === 'date') return '2026-05-04T07:00:00.000Z';
  if (field.type === 'array') return [];
  if (field.type === 'group') return Object.fromEntries(field.fields.map((inner) => [inner.name, plausible(inner)]));
  return field.type === 'json' ? {} : 'text';
}

const bomb = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = { a: value };
  return value;
};

const hostile: readonly (readonly [string, unknown])[] = [
  ['R01 null', null],
  ['R01 an empty text', ''],
  ['R15 a number below nothing', -1],
  ['R30 a number beyond counting', 1e21],
  ['R15 text for a number', '1e309'],
  ['R28 a lone surrogate', '\ud800'],
  ['R28 NUL', 'a\u0000b'],
  ['R28 a long text', 'x'.repeat(100_000)],
  ['R27 a right-to-left override', '\u202egpj.exe'],
  ['R13 SQL', "'; DROP TABLE registrations; --"],
  ['R08 an operator', { $ne: null }],
  ['R07 a prototype', JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')],
  ['R02 deep objects', bomb(200)],
  ['R14 a thousand entries', Array.from({ length: 1_000 }, (_, n) => String(n))],
  ['R29 a date that is none', '0000-00-00'],
  ['E01 line breaks', 'a\r\nBcc: everybody@example.org'],
  ['E02 mark-up and a template', '<script>alert(1)</script>{{7*7}}'],
  ['Q07 a path', '../../../../etc/passwd'],
  ['R25 a path, encoded', '%2e%2e%2f%00'],
  ['R18 an unknown id', uuidv7(2, new Uint8Array(10).fill(9))],
];

async function send({ action, http }: GateAction, input: Record<string, unknown>, by: string | null): Promise<Answer> {
  const inBody = { ...input };
  const path = http.paths.at(-1)!.replace(/:(\w+)/g, (_all, name: string) => {
    const value = inBody[name];
    delete inBody[name];
    return encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value ?? ''));
  });
  const isRead = http.method === 'GET' || http.method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(inBody).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value ?? ''),
    ]),
  );
  // Node refuses to send a request line that no server would read.
  const tail = isRead ? `?${query.toString().slice(0, 8_000)}` : '';
  const answer = await house.send(http.method, `${path.slice(0, 4_000)}${tail}`, {
    key: by,
    ...(isRead ? {} : { json: inBody }),
  });
  if (!isDecent(answer)) throw new Error(`${action.name}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}

const whole = (action: ActionDefinition): Record<string, unknown> =>
  Object.fromEntries(action.input.map((field) => [field.name, plausible(field)]));

describe('every action of the gate', { timeout: 300_000 }, () => {
  test('is found', async () => {
    const names = (await gateActions()).map(({ action }) => action.name);
    expect(names).toEqual(expect.arrayContaining(['events.checkin', 'events.register', 'events.undo_checkin']));
  });

  test.each(hostile)('%s in each of its fields is answered decently, and never by a fault', async (_name, value) => {
    for (const target of await gateActions())
      for (const field of target.action.input) {
        const answer = await send(target, { ...whole(target.action), [field.name]: value }, key);
        expect(`${target.action.name} ${field.name} ${answer.status < 500}`).toBe(
          `${target.action.name} ${field.name} true`,
        );
      }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('R17 what no action asks for is refused, or passed over: it is never taken', async () => {
    // The sample event is one of these actions, and has paid places of its own.
    const paid = 'where[paymentStatus][equals]=paid&where[event.sample][equals]=false';
    const paidPlaces = async () => (await house.send('GET', `/api/v1/registrations?${paid}`, { key })).body['data'];
    const before = await paidPlaces();
    for (const target of await gateActions()) {
      if (target.http.method === 'GET') continue;
      const extra = {
        tenant: 'stranger',
        status: 'confirmed',
        paymentStatus: 'paid',
        checkedInAt: '2026-01-01T00:00:00Z',
      };
      const given = Object.fromEntries(
        Object.entries(extra).filter(([n]) => !target.action.input.some((f) => f.name === n)),
      );
      const answer = await send(target, { ...whole(target.action), ...given }, key);
      expect([target.action.name, answer.status < 500]).toEqual([target.action.name, true]);
    }
    expect(await paidPlaces()).toEqual(before);
  });

  test('A01 A20 without a credential 401; by another tenant’s key never a record of this one, nor a word of it', async () => {
    for (const target of await gateActions()) {
      expect([target.action.name, (await send(target, whole(target.action), null)).status]).toEqual([
        target.action.name,
        401,
      ]);
      const answer = await send(target, whole(target.action), foreignKey);
      expect([target.action.name, answer.text.includes('Open Doors')]).toEqual([target.action.name, false]);
      if (target.action.input.some((field) => field.name === 'eventId' && field.required))
        expect([target.action.name, answer.status]).toEqual([target.action.name, expect.toBeOneOf([400, 404, 422])]);
    }
  });

  test('an event and a ticket type with registrations cannot be deleted', async () => {
    const [place] = (await house.send('GET', '/api/v1/registrations?limit=1', { key })).body['data'] as {
      id: string;
      ticketType: string;
    }[];
    for (const path of [`events/${eventId}`, `ticket_types/${place!.ticketType}`])
      expect((await house.send('DELETE', `/api/v1/${path}`, { key })).codes).toEqual(['registrations_exist']);
    expect((await house.send('GET', `/events/${eventId}/registrations/${place!.id}`, { key })).status).toBe(200);
  });

  test('the server is alive, and the event as it was', async () => {
    expect((await house.send('GET', '/readyz')).status).toBe(200);
    const event = await house.send('GET', `/events/${eventId}`, { key });
    expect(event.status).toBe(200);
  });
});
