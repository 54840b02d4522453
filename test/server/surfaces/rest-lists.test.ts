/** Lists of a generated collection by REST: filters, cursors, and what is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDecent } from '#test/fixtures/test-server.ts';
import { dataOf, get, house, key, listOf, make, metaOf, openNotes, otherKey, remove } from './rest-notes.ts';

openNotes();

describe('lists', () => {
  test('filter, sort, sparse fields, search, count, and what relations name', async () => {
    const parent = await make({ title: 'Zürich parent', kind: 'hall', seats: 5_001 });
    const child = await make({ title: 'child', seats: 5_002, parent: parent.id, friends: [parent.id] });
    const page = await get('?where[seats][greater_than]=5000&sort=-seats&fields=title,seats&count=exact');
    expect(page.body).toEqual({
      data: [
        { id: child.id, title: 'child', seats: 5_002 },
        { id: parent.id, title: 'Zürich parent', seats: 5_001 },
      ],
      meta: { limit: 25, hasMore: false, nextCursor: null, total: 2 },
    });
    expect(listOf(await get('?search=zurich')).map((r) => r.id)).toEqual([parent.id]);
    expect(listOf(await get('?where[parent.kind][equals]=hall')).map((r) => r.id)).toEqual([child.id]);
    const whole = listOf(await get(`?where[id][equals]=${child.id}&populate=parent,friends&fields=parent,friends`))[0];
    expect(whole).toEqual({
      id: child.id,
      parent: expect.objectContaining({ id: parent.id, title: 'Zürich parent' }),
      friends: [expect.objectContaining({ id: parent.id })],
    });
    expect(JSON.stringify(whole)).not.toContain('passwordHash');
    const deep = dataOf(await get(`/${child.id}?populate=friends.parent,parent`));
    expect(deep['parent']).toMatchObject({ id: parent.id, parent: null });
    expect((await get('?populate=parent.parent.parent.parent')).status).toBe(400);
  });

  const refused: readonly (readonly [string, string])[] = [
    ['R08', 'where[title][$ne]=a'],
    ['R08', 'where[$where]=1'],
    ['R08', 'where[title][$regex]=.*'],
    ['R08', 'where[title][__proto__]=1'],
    ['R07', 'where[__proto__][equals]=1'],
    ['R07', 'where[constructor][prototype][polluted]=1'],
    ['R07', '__proto__[polluted]=1'],
    ['R10', `where[title][like]=${'%25'.repeat(2_000)}`],
    ['R11', 'where[tenantId][equals]=other'],
    ['R11', 'where[tenant][equals]=other'],
    ['R12', 'where[passwordHash][like]=a%25'],
    ['R12', 'sort=passwordHash'],
    ['R12', 'fields=passwordHash'],
    ['R12', 'where[parent.passwordHash][equals]=a'],
    ['R13', 'sort=title;DROP TABLE notes'],
    ['R13', 'sort=(WITH a AS (VALUES(1)))'],
    ['R13', "where[title' OR '1'='1][equals]=a"],
    ['R13', "cursor=' OR 1=1 --"],
    ['R13', 'fields=title,(VALUES(1))'],
    ['R14', Array.from({ length: 5_000 }, (_, n) => `where[or][${n}][title][equals]=a`).join('&')],
    ['R14', `where${'[and][0]'.repeat(300)}[title][equals]=a`],
    ['R14', Array.from({ length: 2_000 }, (_, n) => `k${n}=1`).join('&')],
    ['R15', 'limit=-1'],
    ['R15', 'limit=0'],
    ['R15', 'limit=NaN'],
    ['R15', 'limit=1e9'],
    ['R15', 'limit=201'],
    ['R15', 'limit=1&limit=2'],
    ['R15', 'limit[]=1'],
    ['R29', 'where[at][greater_than]=0000-00-00'],
    ['R29', 'where[at][greater_than]=275760-09-14T00:00:00Z'],
    ['R29', 'where[at][greater_than]=2026-06-30T23:59:60Z'],
    ['', 'unknown=1'],
    ['', 'sort=nothing'],
    ['', 'fields='],
    ['', 'count=maybe'],
    ['', 'where[seats][equals]=many'],
    ['', 'where[open][equals]=perhaps'],
    ['', 'where[title][equals]=%'],
    ['', 'where[title][equals]=%00'],
    ['', 'where[title[equals]=a'],
    ['', 'populate=title'],
  ];
  const named = refused.map(([id, query]) => [id, query.slice(0, 60), query] as const);
  test.each(named)('%s %s → 400', async (_id, _shown, query) => {
    const answer = await get(`?${query}`);
    // Longer than all headers may be together, it does not even come to the query.
    expect(query.length > 16_384 ? [400, 431] : [400]).toContain(answer.status);
    expect(isDecent(answer)).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('R09 a pattern that takes other engines exponential time is answered', async () => {
    await make({ title: 'long', body: `${'a'.repeat(50_000)}!` });
    const pattern = encodeURIComponent('(a+)+$');
    expect((await get(`?where[body][regex]=${pattern}`)).status).toBe(200);
    expect((await get(`?where[body][like]=${'%25a'.repeat(100)}%25b`)).status).toBeLessThan(500);
  });

  test('R13 SQL in values is text', async () => {
    for (const value of [
      "'; DROP TABLE notes; --",
      '1 OR 1=1',
      '%27%20OR%201',
      '\\',
      '"',
      '?',
      ':a',
      '$1',
      '{{7*7}}',
    ]) {
      const found = await get(`?where[title][equals]=${encodeURIComponent(value)}&search=${encodeURIComponent(value)}`);
      expect([found.status, listOf(found)]).toEqual([200, []]);
    }
  });

  test('R16 cursors: tampered, of another tenant, of another question', async () => {
    for (let n = 0; n < 3; n += 1) await make({ title: `cursor ${n}`, kind: 'room' });
    for (let n = 0; n < 3; n += 1)
      await house.send('POST', '/api/v1/notes', { key: otherKey, json: { title: `cursor ${n}`, kind: 'room' } });
    const question = '?where[kind][equals]=room&limit=1';
    const first = await get(question);
    const cursor = String(metaOf(first).nextCursor);
    expect(first.headers.get('link')).toContain(`cursor=${encodeURIComponent(cursor)}`);
    expect((await get(`${question}&cursor=${cursor}`)).status).toBe(200);
    expect((await get(`?where[kind][equals]=room&limit=7&cursor=${cursor}`)).status).toBe(200);
    expect((await get(`?where[kind][equals]=hall&limit=1&cursor=${cursor}`)).codes).toEqual(['cursor_mismatch']);
    expect((await get(`${question}&sort=title&cursor=${cursor}`)).codes).toEqual(['cursor_mismatch']);
    expect((await get(`${question}&cursor=${cursor}`, {}, otherKey)).codes).toEqual(['cursor_mismatch']);
    expect((await house.send('GET', `/api/v1/gates?limit=1&cursor=${cursor}`, { key })).codes).toEqual([
      'cursor_mismatch',
    ]);
    const [payload = '', signature = ''] = cursor.split('.');
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/"a":\[/, '"a":["z",'),
    ).toString('base64url');
    for (const text of [
      `${forged}.${signature}`,
      `${payload}.`,
      payload,
      `${cursor}x`,
      `${cursor}.x`,
      'x',
      'e30.e30',
      cursor.toUpperCase(),
    ])
      expect((await get(`${question}&cursor=${encodeURIComponent(text)}`)).codes).toEqual(['cursor_invalid']);
  });

  test('pages stay whole while rows come and go: none twice, none missed that stood throughout', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { minLength: 6, maxLength: 14 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('seats', '-seats', 'seats,-title', '-open,seats'),
        fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
        async (seats, limit, sort, gone) => {
          const mark = `run ${Math.random()}`;
          const records = await Promise.all(
            seats.map((n, i) => make({ title: `${mark} ${i}`, seats: n, kind: 'hall' })),
          );
          const standing = new Set(records.map((r) => r.id));
          const seen: string[] = [];
          let cursor = '';
          do {
            const where = `where[title][starts_with]=${encodeURIComponent(mark)}`;
            const page = await get(`?${where}&sort=${sort}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
            seen.push(...listOf(page).map((r) => r.id));
            cursor = metaOf(page).nextCursor ?? '';
            const doomed = records[(gone.shift() ?? 99) % 40];
            if (doomed && standing.delete(doomed.id)) await remove(doomed.id);
            await make({ title: `${mark} new`, seats: seen.length % 4 });
          } while (cursor !== '' && seen.length < 200);
          expect(new Set(seen).size).toBe(seen.length);
          expect([...standing].filter((id) => !seen.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('OPTIONS describes the collection to those who may read it', async () => {
    const answer = await house.send('OPTIONS', '/api/v1/notes', { key });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(dataOf(answer)).toMatchObject({ name: 'notes', module: 'sample', lifecycle: { field: 'state' } });
    expect(answer.text).not.toContain('passwordHash');
    expect((await house.send('OPTIONS', '/api/v1/notes')).status).toBe(401);
  });
});
