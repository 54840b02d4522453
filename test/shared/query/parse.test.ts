/** Filters, sorting, paging and the other parameters of a list, read from a URL: what they become, and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '#shared/base/result.ts';
import { type ListOptions, parseList } from '#shared/query/parse.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import { parseQueryString } from '#shared/query/query-string.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { idOf, lookup, things } from './samples.ts';

const options: ListOptions = { lookup };

function ask(text: string) {
  const parameters = parseQueryString(text);
  return parameters.ok ? parseList(things, parameters.value, options) : parameters;
}

function whereOf(text: string): unknown {
  const list = expectOk(ask(text));
  return list.query.where;
}

function refusalOf(text: string): Refusal {
  const list = ask(text);
  if (list.ok) throw new Error(`read as ${JSON.stringify(list.value)}`);
  return list.errors[0];
}

const field = (path: string, op: string, value: unknown) => ({ kind: 'field', path, op, value });

describe('where in a URL', () => {
  it.each([
    ['where[title][equals]=Oslo+by%26', field('title', 'equals', 'Oslo by&')],
    ['where%5Btitle%5D%5Bequals%5D=Oslo', field('title', 'equals', 'Oslo')],
    ['where[title][equals]=null', field('title', 'equals', null)],
    ['where[seats][in]=1, 2,null', field('seats', 'in', [1, 2, null])],
    ['where[words][any_of][]=a,b&where[words][any_of][]=c', field('words', 'any_of', ['a,b', 'c'])],
    ['where[seats][in][0]=1&where[seats][in][1]=2', field('seats', 'in', [1, 2])],
    ['where[seats][in]=1&where[seats][in]=2', field('seats', 'in', [1, 2])],
    ['where[seats][in]=', field('seats', 'in', [])],
    ['where[open][equals]=false', field('open', 'equals', false)],
    ['where[ratio][between]=-1.5,2e3', field('ratio', 'between', [-1.5, 2000])],
    ['where[price][mod]=100,0', field('price', 'mod', [100, 0])],
    ['where[at][after]=now-P7D', field('at', 'after', 'now-P7D')],
    ['where[at][before]=now+PT1H', field('at', 'before', 'now+PT1H')],
    ['where[at][equals]=2026-05-04T12:00:00+02:00', field('at', 'equals', '2026-05-04T10:00:00.000Z')],
    [
      'where[at][on]=2026-05-04&where[at][on][tz]=Europe/Oslo',
      field('at', 'on', { at: '2026-05-04', timeZone: 'Europe/Oslo' }),
    ],
    ['where[at][on]=2026-05-04', field('at', 'on', { at: '2026-05-04' })],
    ['where[at][within_last]=P7D', field('at', 'within_last', 'P7D')],
    ['where[kind][in]=hall,room', field('kind', 'in', ['hall', 'room'])],
    ['where[tags][contains]=red', field('tags', 'contains', 'red')],
    ['where[tags][size_gt]=1', field('tags', 'size_gt', 1)],
    ['where[address.city][equals]=Oslo', field('address.city', 'equals', 'Oslo')],
    ['where[meta.size][equals]=5', field('meta.size', 'equals', 5)],
    ['where[meta.size][equals]="5"', field('meta.size', 'equals', '5')],
    ['where[meta.size][equals]=5x', field('meta.size', 'equals', '5x')],
    ['where[meta][json_contains]={"a":[1]}', field('meta', 'json_contains', { a: [1] })],
    ['where[meta][has_any_keys]=a,b', field('meta', 'has_any_keys', ['a', 'b'])],
    [
      'where[spot][near]=10.7,59.9,5000',
      field('spot', 'near', { longitude: 10.7, latitude: 59.9, maxMetres: 5000, minMetres: 0 }),
    ],
    ['where[spot][bbox]=1,2,3,4', field('spot', 'bbox', [1, 2, 3, 4])],
    ['where[owner.name][like]=x', field('owner.name', 'like', 'x')],
    [`where[owner][equals]=${idOf('x')}`, field('owner', 'equals', idOf('x'))],
    ['where[owner][equals][age][equals]=3', field('owner', 'every', field('age', 'equals', 3))],
    ['where[friends][contains][age][equals]=3', field('friends', 'some', field('age', 'equals', 3))],
    ['where[friends][not_equals][age][equals]=3', field('friends', 'none', field('age', 'equals', 3))],
    ['where[friends.age][equals]=3', field('friends', 'some', field('age', 'equals', 3))],
    ['where[lines.sku][equals]=A', field('lines', 'elem_match', field('sku', 'equals', 'A'))],
    ['where[lines][elem_match][sku][equals]=A', field('lines', 'elem_match', field('sku', 'equals', 'A'))],
    ['where[scores][elem_match][greater_than]=2', field('scores', 'elem_match', field('', 'greater_than', 2))],
    ['where[meta.list][elem_match][equals]=2', field('meta.list', 'elem_match', field('', 'equals', 2))],
    ['where[meta.list][elem_match][size][equals]=2', field('meta.list', 'elem_match', field('size', 'equals', 2))],
    ['where={"seats":{"equals":3}}', field('seats', 'equals', 3)],
  ])('%s', (text, expected) => {
    expect(whereOf(text)).toEqual(expected);
  });

  it('reads logic, and ANDs what stands in one object', () => {
    expect(
      whereOf('where[or][0][seats][equals]=1&where[or][1][open][equals]=true&where[not][title][exists]=true'),
    ).toEqual({
      kind: 'and',
      of: [
        { kind: 'or', of: [field('seats', 'equals', 1), field('open', 'equals', true)] },
        { kind: 'not', of: field('title', 'exists', true) },
      ],
    });
    expect(whereOf('where[seats][greater_than]=1&where[seats][less_than]=9')).toEqual({
      kind: 'and',
      of: [field('seats', 'greater_than', 1), field('seats', 'less_than', 9)],
    });
  });
});

describe('values that do not fit', () => {
  it.each([
    'where[price][equals]=abc',
    'where[price][equals]=1.5',
    'where[price][equals]=1e21',
    'where[seats][equals]=',
    'where[seats][equals]=NaN',
    'where[seats][equals]=Infinity',
    'where[seats][equals]=0x10',
    'where[seats][in]=1,x',
    'where[open][equals]=yes',
    'where[at][equals]=0000-00-00',
    'where[at][equals]=%2B275760-09-13T00:00:00Z',
    'where[at][equals]=2026-02-30',
    'where[at][equals]=2026-06-30T23:59:60Z',
    'where[at][after]=now-7',
    'where[at][within_last]=7',
    'where[at][within_last]=P',
    'where[at][on]=2026-13-01',
    'where[at][on]=2026-05-04&where[at][on][tz]=Mars/Olympus',
    'where[at][on]=2026-05-04&where[at][on][zone]=UTC',
    'where[kind][equals]=castle',
    'where[owner][equals]=x',
    'where[seats][between]=1',
    'where[seats][between]=1,2,3',
    'where[seats][greater_than]=null',
    'where[price][mod]=0,1',
    'where[title][exists]=1',
    'where[tags][size]=-1',
    'where[at][month]=13',
    'where[at][day_of_week]=0',
    'where[spot][near]=10,95,5',
    'where[spot][near]=10,59',
    'where[spot][near]=10,59,-1',
    'where[spot][bbox]=1,4,3,2',
    'where[spot][within]={"type":"Polygon","coordinates":[[[0,0],[1,1],[0,1]]]}',
    'where[spot][within]={"type":"Point","coordinates":[0,0]}',
    'where[meta][json_contains]={',
    'where[meta][has_key]="',
    'where[title][regex]=(a',
    'where[title][regex]=(a)\\1',
    'where[title][regex]=(?=a)',
    'where[title]=x',
    'where=x',
    'where=[]',
    'where[or]=x',
    'where[and][x][title][equals]=y',
    'where[title][equals][]=a',
    'where={"seats":{"equals":"3"}}',
    'where={"seats":{"in":"3,4"}}',
    'where={"or":{"title":{"equals":"x"}}}',
  ])('%s', (text) => {
    expect(refusalOf(text).code).toBe('invalid_value');
  });

  it('names what is allowed', () => {
    expect(refusalOf('where[kind][equals]=castle').detail).toEqual({ allowed: ['hall', 'room', 'yard'] });
    expect(refusalOf('where[price][equals]=abc').path).toBe('where.price.equals');
    expect(refusalOf('where[title][equals]=%ED%A0%80').code).toBe('invalid_query');
  });
});

describe('hostile', () => {
  it.each([
    '__proto__',
    'constructor',
    'constructor.prototype',
    'prototype',
    'toString',
    'hasOwnProperty',
    'meta.__proto__',
    'meta.__proto__.x',
    'address.__proto__',
    'address.toString',
    '.',
    'title.',
    '.title',
    'title.x',
    'owner.',
    'tenantId',
    'things.title',
    'title"',
    "title'--",
    '"id" OR 1=1',
    'meta."',
    'meta.a\\',
    'address..city',
    'words.0',
    'x'.repeat(5_000),
  ])('R07 R11 R13 where[%s] is no field', (name) => {
    const refusal = refusalOf(`where[${encodeURIComponent(name)}][equals]=1`);
    expect(refusal.code).toBe('unknown_field');
    expect(JSON.stringify(refusal).length).toBeLessThan(2_000);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('R07 a parameter of the prototype is unknown, and reaches none', () => {
    expect(refusalOf('__proto__[x]=1').code).toBe('unknown_parameter');
    expect(refusalOf('constructor[prototype][x]=1').code).toBe('unknown_parameter');
    expect(refusalOf('where={"__proto__":{"x":1}}').code).toBe('unknown_field');
    expect(refusalOf('where={"":{"equals":1}}').code).toBe('unknown_field');
    expect(refusalOf('where[title][__proto__]=1').code).toBe('unknown_operator');
    expect(refusalOf('where[title][constructor]=1').code).toBe('unknown_operator');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(['$ne', '$where', '$regex', '$gt', 'eq', 'EQUALS', 'and', 'not', 'toString', ' equals'])(
    'R08 operator %s',
    (operator) => {
      const refusal = refusalOf(`where[title][${operator}]=x`);
      expect(refusal.code).toBe('unknown_operator');
      expect(refusal.detail?.['allowed']).toContain('equals');
      expect(refusal.detail?.['allowed']).not.toContain('near');
    },
  );

  it('R08 an operator of another kind of field is unknown here', () => {
    expect(refusalOf('where[seats][like]=1').code).toBe('unknown_operator');
    expect(refusalOf('where[title][near]=1,2,3').code).toBe('unknown_operator');
    expect(refusalOf('where[tags][equals]=red').code).toBe('unknown_operator');
    const withheld = parseWhere(things, { title: { regex: 'x' } }, { dialect: 'json', allows: (op) => op !== 'regex' });
    expect(withheld).toMatchObject({ ok: false, errors: [{ code: 'unknown_operator' }] });
  });

  it('R09 R10 long patterns', () => {
    expect(refusalOf(`where[title][like]=${'%25'.repeat(2_000)}`).code).toBe('invalid_value');
    expect(refusalOf(`where[title][regex]=${'(a+)+'.repeat(50)}`).code).toBe('invalid_value');
    expect(refusalOf('where[title][regex]=(((a{200}){200}){200}){200}').code).toBe('invalid_value');
    expect(refusalOf('where[title][regex]=((((){200}){200}){200}){200}').code).toBe('invalid_value');
    expect(whereOf('where[title][regex]=(a%2B)%2B$')).toEqual(field('title', 'regex', '(a+)+$'));
  });

  it.each([
    'where[secret][like]=a%25',
    'where[owner.passwordHash][like]=a',
    'where[owner][some][passwordHash][like]=a',
    'sort=secret',
    'sort=-owner.passwordHash',
    'fields=secret',
    'where={"secret":{"exists":true}}',
  ])('R12 %s tells nothing', (text) => {
    const refusal = refusalOf(text);
    expect(refusal.code).toBe('unknown_field');
    expect(refusal.detail?.['allowed']).not.toContain('secret');
    expect(refusal.detail?.['allowed']).not.toContain('passwordHash');
  });

  it('R13 SQL in a value stays a value', () => {
    const sql = "'; DROP TABLE things; --";
    expect(whereOf(`where[title][equals]=${encodeURIComponent(sql)}`)).toEqual(field('title', 'equals', sql));
    expect(refusalOf(`sort=${encodeURIComponent(sql)}`).code).toBe('unknown_field');
  });

  it('R14 too many, too deep', () => {
    const many = { or: Array.from({ length: 5_000 }, () => ({ seats: { equals: 1 } })) };
    expect(parseWhere(things, many, { dialect: 'json' })).toMatchObject({
      ok: false,
      errors: [{ code: 'query_too_large' }],
    });
    const sum = { and: Array.from({ length: 51 }, () => ({ seats: { greater_than: 1, less_than: 2 } })) };
    expect(parseWhere(things, sum, { dialect: 'json' })).toMatchObject({
      ok: false,
      errors: [{ code: 'query_too_large' }],
    });
    let deep: unknown = { seats: { equals: 1 } };
    for (let i = 0; i < 9; i++) deep = { not: deep };
    expect(parseWhere(things, deep, { dialect: 'json' }).ok).toBe(true);
    for (let i = 0; i < 50_000; i++) deep = { not: deep };
    expect(parseWhere(things, deep, { dialect: 'json' })).toMatchObject({
      ok: false,
      errors: [{ code: 'query_too_large' }],
    });
    const values = (n: number) => ({ seats: { in: Array.from({ length: n }, (_, i) => i) } });
    expect(parseWhere(things, values(500), { dialect: 'json' }).ok).toBe(true);
    expect(parseWhere(things, values(501), { dialect: 'json' }).ok).toBe(false);
    expect(parseWhere(things, { and: Array.from({ length: 11 }, () => values(500)) }, { dialect: 'json' }).ok).toBe(
      false,
    );
    expect(refusalOf(`where${'[not]'.repeat(300)}[seats][equals]=1`).code).toBe('query_too_large');
    expect(refusalOf(Array.from({ length: 2_000 }, (_, i) => `a${i}=1`).join('&')).code).toBe('query_too_large');
    expect(refusalOf(`where[title][equals]=${'x'.repeat(20_000)}`).code).toBe('query_too_large');
    expect(refusalOf('where[friends.age][equals]=1&where[or][]=1').code).toBe('invalid_value');
  });

  it.each(['-1', '0', 'NaN', '1e9', '201', '1.5', '', ' 5', '5&limit=6', '0x10', '٣'])('R15 limit=%s', (limit) => {
    expect(refusalOf(`limit=${limit}`).code).toBe('invalid_value');
  });

  it('never throws, for any text', () => {
    const part = fc.constantFrom(
      'where',
      'sort',
      'limit',
      '[',
      ']',
      '=',
      '&',
      'title',
      'seats',
      'meta',
      'or',
      'not',
      '0',
      'equals',
      'in',
      '%',
      '%5B',
      '__proto__',
      ',',
      '.',
      '{',
      '}',
      '"',
      'on',
      'tz',
      '+',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const list = ask(parts.join(''));
        if (!list.ok)
          expect(list.errors[0].code).toMatch(
            /^(unknown_(field|operator|parameter)|invalid_(value|query)|query_too_large)$/,
          );
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('json' as const, 'url' as const), (value, dialect) => {
        parseWhere(things, { or: [value, { title: value }, { meta: { elem_match: value } }] }, { dialect, lookup });
      }),
    );
  });
});

describe('the other parameters', () => {
  it('have defaults', () => {
    expect(ask('')).toEqual({ ok: true, value: { query: { limit: 25 }, populate: [] } });
  });

  it('are read', () => {
    expect(
      ask('sort=-at,title&fields=title,seats&limit=200&search=oslo&cursor=abc&populate=owner,owner.boss&count=exact'),
    ).toEqual({
      ok: true,
      value: {
        query: {
          limit: 200,
          search: 'oslo',
          sort: [
            { path: 'at', direction: 'desc' },
            { path: 'title', direction: 'asc' },
          ],
        },
        fields: ['id', 'title', 'seats'],
        populate: ['owner', 'owner.boss'],
        cursor: 'abc',
        count: 'exact',
      },
    });
  });

  it('sort by distance when a near must hold and nothing else is asked', () => {
    const near = ask('where[open][equals]=true&where[spot][near]=1,2,3');
    expect(near.ok && near.value.query.sort).toEqual([{ path: 'spot', direction: 'asc', from: [1, 2] }]);
    const either = ask('where[or][0][spot][near]=1,2,3&where[or][1][open][equals]=true');
    expect(either.ok && either.value.query.sort).toBeUndefined();
    const sorted = ask('where[spot][near]=1,2,3&sort=title');
    expect(sorted.ok && sorted.value.query.sort).toEqual([{ path: 'title', direction: 'asc' }]);
  });

  it.each([
    ['page=2', 'unknown_parameter'],
    ['Limit=2', 'unknown_parameter'],
    ['sort=meta', 'invalid_value'],
    ['sort=tags', 'invalid_value'],
    ['sort=owner.name', 'invalid_value'],
    ['sort=nothing', 'unknown_field'],
    ['sort=a,b,c,d,e,f', 'invalid_value'],
    ['sort[x]=1', 'invalid_value'],
    ['fields=', 'invalid_value'],
    ['fields=nothing', 'unknown_field'],
    ['populate=title', 'unknown_field'],
    ['populate=owner.boss.boss.boss', 'invalid_value'],
    ['count=all', 'invalid_value'],
    ['search=a&search=b', 'invalid_value'],
    [`search=${'x'.repeat(501)}`, 'invalid_value'],
    ['cursor[a]=1', 'invalid_value'],
  ])('%s is refused', (text, code) => {
    expect(refusalOf(text).code).toBe(code);
  });
});

describe('the query string', () => {
  it.each([
    'a[b=1',
    'a]b=1',
    'a[b]c=1',
    '[a]=1',
    '=1',
    '%=1',
    'a=%',
    'a=%00',
    'a=%FF',
    'a[[b]]=1',
    'a[][b]=1',
    'a[]=1&a[b]=2',
    'a[b]=1&a[]=2',
  ])('%s cannot be read', (text) => {
    expect(parseQueryString(text)).toMatchObject({ ok: false, errors: [{ code: 'invalid_query' }] });
  });

  it('keeps a value beside its children', () => {
    const read = parseQueryString('a=1&a[b]=2&c[d]=3&c=4');
    expect(read.ok && JSON.stringify(read.value)).toBe('{"a":{"":"1","b":"2"},"c":{"d":"3","":"4"}}');
  });

  it('makes objects that have no prototype', () => {
    const read = parseQueryString('a[b]=1&__proto__[x]=1');
    expect(read.ok && Object.getPrototypeOf(read.value)).toBeNull();
    expect(read.ok && Object.keys(read.value)).toEqual(['a', '__proto__']);
  });
});
