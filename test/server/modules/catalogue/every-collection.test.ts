/**
 * Every collection over real HTTP with records made up from its definition: created, read, filtered, searched, changed,
 * deleted; and every lifecycle walked along each of its transitions and refused each it does not have.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventTypes } from '#server/store/event-types.ts';
import { must } from '#shared/base/assert.ts';
import type { CollectionDefinition, Transition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type Values, validRecord } from '#test/fixtures/valid-record.ts';
import { type CatalogueSite, collections, openCatalogueSite, rules } from './catalogue-site.ts';

const seed = 20_261_121;

let site: CatalogueSite;
/** One of each that stays, for relations of others; what is made beside it is deleted again. */
const kept = new Map<string, string>();
const made = new Map<string, number>();

const ruleOf = <K extends (typeof rules)[number]['kind']>(kind: K, collection: string) =>
  rules.find((r): r is Extract<(typeof rules)[number], { kind: K }> => r.kind === kind && r.collection === collection);

/** What the rules of one module alone ask for. */
const own: Readonly<Record<string, (nth: number) => Values>> = {
  forms: () => ({ fields: [{ name: 'email', label: 'E-mail', type: 'email', required: true }] }),
  leave_requests: (nth) => ({
    kind: 'vacation',
    startsOn: `${2_030 + nth}-01-07T00:00:00.000Z`,
    endsOn: `${2_030 + nth}-01-09T00:00:00.000Z`,
  }),
  appointments: (nth) => ({
    startsAt: new Date(Date.UTC(2031, 0, 1 + nth, 9)).toISOString(),
    endsAt: new Date(Date.UTC(2031, 0, 1 + nth, 10)).toISOString(),
  }),
  employees: () => ({ leaveDaysPerYear: 366, hiredOn: '2020-01-01T00:00:00.000Z', leftOn: '2040-01-01T00:00:00.000Z' }),
  journal_entries: () => {
    const account = must(kept.get('ledger_accounts'), 'an account');
    return {
      currency: 'EUR',
      lines: [
        { account, debitAmount: 1_200 },
        { account, creditAmount: 1_200 },
      ],
    };
  },
  ledger_accounts: () => ({ currency: 'EUR' }),
  stock_movements: () => ({ quantity: 5 }),
};

/** Two records apart in every field that is unique, alone or with others. */
function spread(definition: CollectionDefinition, values: Values, nth: number): Values {
  const mark = `${definition.name.slice(0, 2)}${nth}`;
  const result = { ...values };
  const unique = [
    ...definition.fields.filter((f) => f.unique).map((f) => f.name),
    ...(definition.uniques ?? []).map((names) => must(names.at(-1), 'a field')),
  ];
  for (const name of unique) {
    const field = must(
      definition.fields.find((f) => f.name === name),
      name,
    );
    if (field.readOnly || result[name] === null) continue;
    if (field.type === 'email') result[name] = `${mark}@unique.example`;
    else if (field.type === 'slug') result[name] = `u-${mark}`;
    else if (name === 'fromPath') result[name] = `/${mark}`;
    else if (name === 'domain') result[name] = `${mark}.example`;
    else if (name === 'key' && definition.name === 'projects') result[name] = `K${nth}`;
    else if (name === 'code' && definition.name === 'discount_codes') result[name] = `CODE${nth}`;
    else if (name === 'vatId') result[name] = `DE${nth + 100}`;
    else if (field.type === 'text') result[name] = `${mark}`;
  }
  return result;
}

function newValues(definition: CollectionDefinition): Values {
  const nth = (made.get(definition.name) ?? 0) + 1;
  made.set(definition.name, nth);
  const idsOf = (to: string) => (kept.has(to) ? [must(kept.get(to), to)] : []);
  return spread(
    definition,
    { ...validRecord(definition, rules, idsOf, nth, seed), ...own[definition.name]?.(nth) },
    nth,
  );
}

const path = (definition: CollectionDefinition, id?: string) =>
  `/api/v1/${definition.name}${id === undefined ? '' : `/${id}`}`;

/** Those whose required relations are there come first. */
function inOrder(): readonly CollectionDefinition[] {
  const left = new Set(collections);
  const sorted: CollectionDefinition[] = [];
  while (left.size > 0) {
    const ready = [...left].filter((c) =>
      [
        ...c.fields,
        ...(c.name === 'journal_entries' ? [{ type: 'relation', to: 'ledger_accounts', required: true }] : []),
      ].every(
        (f) =>
          f.type !== 'relation' ||
          !('required' in f && f.required) ||
          ![...left].some((o) => o !== c && 'to' in f && o.name === f.to),
      ),
    );
    if (ready.length === 0) throw new Error(`a circle of required relations among ${[...left].map((c) => c.name)}`);
    for (const one of ready) {
      sorted.push(one);
      left.delete(one);
    }
  }
  return sorted;
}

const sorted = inOrder();
const creatable = sorted.filter((c) => (c.writable ?? 'all') === 'all');

beforeAll(async () => {
  site = await openCatalogueSite();
  for (const definition of creatable) {
    const { id } = await site.record('POST', path(definition), newValues(definition));
    kept.set(definition.name, id);
  }
});

afterAll(() => site?.house.close());

/** Kinds of fields that `equals` takes. */
const plain = ['text', 'email', 'url', 'slug', 'number', 'integer', 'money', 'boolean', 'date', 'select', 'relation'];

function isPlain(field: Field): boolean {
  return plain.includes(field.type) && !('many' in field && field.many);
}

const encoded = (value: unknown) => encodeURIComponent(String(value));

async function idsWhere(definition: CollectionDefinition, query: string): Promise<readonly string[]> {
  const answer = await site.send('GET', `${path(definition)}?${query}&fields=id&limit=200`);
  expect([query, answer.status, answer.codes]).toEqual([query, 200, []]);
  return (answer.body['data'] as StoredRecord[]).map((r) => r.id);
}

describe('every collection', () => {
  test.each(creatable.map((c) => [c.name, c] as const))(
    '%s: create, read, filter, search',
    async (name, definition) => {
      const input = newValues(definition);
      const record = await site.record('POST', path(definition), input);
      for (const { name: field, readOnly, type } of definition.fields) {
        if (readOnly || input[field] === null || input[field] === undefined || type === 'array' || type === 'group')
          continue;
        expect([field, record[field]]).toEqual([field, input[field]]);
      }
      expect(await site.record('GET', path(definition, record.id))).toEqual(record);
      for (const field of definition.fields.filter(isPlain)) {
        const value = record[field.name];
        if (value === null || String(value).length > 300) continue;
        const found = await idsWhere(
          definition,
          `where[${field.name}][equals]=${encoded(value)}&where[id][equals]=${record.id}`,
        );
        expect([field.name, found]).toEqual([field.name, [record.id]]);
      }
      for (const field of definition.searchable ?? []) {
        const [word] = String(record[field] ?? '').match(/[a-z0-9]{3,}/i) ?? [];
        if (word)
          expect(await idsWhere(definition, `search=${encoded(word)}&where[id][equals]=${record.id}`)).toEqual([
            record.id,
          ]);
      }
      // A number of a series, a sum: only the platform sets its own fields.
      const readOnly = definition.fields.find((f) => f.readOnly);
      if (readOnly) {
        const refused = await site.send('POST', path(definition), {
          ...newValues(definition),
          [readOnly.name]: record[readOnly.name] ?? 'x',
        });
        expect([name, refused.status, refused.codes]).toEqual([name, 422, ['read_only']]);
      }
      const options = await site.send('OPTIONS', path(definition));
      expect(options.body['data']).toMatchObject({ name, module: definition.module });
    },
  );

  test.each(creatable.map((c) => [c.name, c] as const))('%s: change and delete', async (name, definition) => {
    const record = await site.record('POST', path(definition), newValues(definition));
    const text = definition.fields.find((f) => f.type === 'text' && !f.readOnly && !f.unique && !('pattern' in f));
    const other = newValues(definition);
    if (ruleOf('append-only', name)) {
      for (const [method, json] of [
        ['PATCH', text ? { [text.name]: 'another' } : other],
        ['DELETE', undefined],
      ] as const) {
        const refused = await site.send(method, path(definition, record.id), json);
        expect([method, refused.status, refused.codes]).toEqual([method, 409, ['append_only']]);
      }
      return;
    }
    if (definition.lifecycle) delete other[definition.lifecycle.field];
    const changed = await site.record('PATCH', path(definition, record.id), other);
    expect(changed.version).toBe(record.version + 1);
    expect(await site.record('GET', path(definition, record.id))).toEqual(changed);
    expect((await site.send('DELETE', path(definition, record.id))).status).toBe(200);
    expect((await site.send('GET', path(definition, record.id))).status).toBe(404);
  });

  test('those that only the platform makes are read, and refused to clients', async () => {
    for (const definition of sorted.filter((c) => (c.writable ?? 'all') !== 'all')) {
      const refused = await site.send('POST', path(definition), {});
      expect([definition.name, refused.status, refused.codes]).toEqual([definition.name, 403, ['not_writable']]);
      const [first] = (await site.send('GET', `${path(definition)}?limit=1`)).body['data'] as StoredRecord[];
      expect(await site.record('GET', path(definition, must(first, `a seeded one of ${definition.name}`).id))).toEqual(
        first,
      );
    }
  });
});

describe('every lifecycle', () => {
  const walked = sorted.filter(
    (c) => c.lifecycle && ((c.writable ?? 'all') === 'all' || c.name === 'form_submissions'),
  );

  /** From where it begins to this state, the shortest way. */
  function wayTo({ lifecycle }: CollectionDefinition, state: string): readonly string[] {
    const { initial, transitions } = must(lifecycle, 'a lifecycle');
    const ways = new Map<string, readonly string[]>([[initial, []]]);
    for (const [at, way] of ways)
      for (const { from, to } of transitions) if (from === at && !ways.has(to)) ways.set(to, [...way, to]);
    return must(ways.get(state), `a way to ${state}`);
  }

  /** As a client goes; where only an action leads, as the platform does. */
  async function move(definition: CollectionDefinition, record: StoredRecord, to: string): Promise<StoredRecord> {
    const field = must(definition.lifecycle, 'a lifecycle').field;
    const action = ruleOf('by-action', definition.name)?.states[to];
    const answer = await site.send('PATCH', path(definition, record.id), { [field]: to });
    if (action === undefined) {
      expect([definition.name, to, answer.status, answer.text]).toEqual([definition.name, to, 200, answer.text]);
      return answer.body['data'] as StoredRecord;
    }
    expect([definition.name, to, answer.status, answer.codes]).toEqual([definition.name, to, 409, ['action_needed']]);
    return site.asWriter((errand) => site.writer.update(errand, definition.name, record.id, { [field]: to }));
  }

  async function begun(definition: CollectionDefinition): Promise<StoredRecord> {
    const needed = rules.flatMap((r) => (r.kind === 'needed' && r.collection === definition.name ? r.fields : []));
    let values = newValues(definition);
    for (let tries = 0; needed.some((n) => values[n] === null || values[n] === undefined) && tries < 200; tries++)
      values = newValues(definition);
    if (definition.name === 'form_submissions')
      return site.asWriter((errand) =>
        site.writer.create(errand, definition.name, { form: kept.get('forms'), answers: {} }),
      );
    return site.record('POST', path(definition), values);
  }

  test.each(walked.map((c) => [c.name, c] as const))('%s', async (name, definition) => {
    const { field, transitions } = must(definition.lifecycle, 'a lifecycle');
    const states = (definition.fields.find((f) => f.name === field) as Extract<Field, { type: 'select' }>).options;
    const byEnds = Map.groupBy(transitions, (t: Transition) => `${t.from} ${t.to}`);
    for (const state of states) {
      let record = await begun(definition);
      for (const step of wayTo(definition, state)) record = await move(definition, record, step);
      expect(record[field]).toBe(state);
      const allowed = new Set(transitions.filter((t) => t.from === state).map((t) => t.to));
      for (const to of states.filter((s) => s !== state && !allowed.has(s))) {
        const refused = await site.send('PATCH', path(definition, record.id), { [field]: to });
        expect([state, to, refused.status, refused.codes]).toEqual([state, to, 409, ['transition_not_allowed']]);
      }
      for (const to of allowed) {
        let next = await begun(definition);
        for (const step of wayTo(definition, state)) next = await move(definition, next, step);
        const head = await site.store.head();
        const there = await move(definition, next, to);
        expect(there[field]).toBe(to);
        const changes = await site.store.since(head, { limit: 50, collections: [name] });
        const types = changes.filter((c) => c.id === next.id).flatMap((c) => c.types);
        expect(types).toEqual(eventTypes(definition, 'update', state, to));
        for (const { emits } of byEnds.get(`${state} ${to}`) ?? [])
          expect(types.some((t) => t.endsWith(`.${emits}`))).toBe(true);
      }
    }
    const begins = definition.lifecycle?.begins;
    for (const state of begins ? states.filter((s) => !begins.includes(s)) : []) {
      if (name === 'form_submissions') continue;
      const refused = await site.send('POST', path(definition), { ...newValues(definition), [field]: state });
      expect([state, refused.status, refused.codes]).toEqual([state, 409, ['transition_not_allowed']]);
    }
  });
});
