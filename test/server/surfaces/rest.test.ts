/** Single records of a generated collection by REST: what a client may rely on, row by row. */
import { describe, expect, test } from 'vitest';
import { type Body, isDecent } from '#test/fixtures/test-server.ts';
import { dataOf, get, house, key, make, metaOf, openNotes, otherKey, patch, post, remove } from './rest-notes.ts';

openNotes();

describe('one record', () => {
  test('is made with its defaults and an address, read, changed and deleted', async () => {
    const made = await post({ title: 'Room 1', seats: 3, tags: ['a'] });
    const record = dataOf(made);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/notes/${record.id}`]);
    expect(record).toMatchObject({ title: 'Room 1', open: false, state: 'draft', tags: ['a'], spot: null, version: 1 });
    expect(record['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(record)).not.toContain('passwordHash');
    expect(dataOf(await get(`/${record.id}`))).toEqual(record);
    const changed = dataOf(await patch(record.id, { seats: 4 }));
    expect(changed).toMatchObject({ seats: 4, title: 'Room 1', version: 2 });
    expect(dataOf(await patch(record.id, { seats: 4 }))).toEqual(changed);
    expect(await remove(record.id)).toMatchObject({ status: 200, body: { data: { id: record.id } } });
    for (const answer of [await get(`/${record.id}`), await patch(record.id, { seats: 1 }), await remove(record.id)])
      expect([answer.status, answer.codes]).toEqual([404, ['not_found']]);
  });

  test('every field that does not fit has its own error with its path, and nothing is written', async () => {
    const before = metaOf(await get('?count=exact&limit=1')).total;
    const wrong = {
      title: '',
      key: 'No Slug',
      seats: 1.5,
      ratio: 'much',
      price: 1e21,
      open: 'yes',
      at: '2026-02-30T10:00:00Z',
      spot: [200, 0],
      kind: 'tent',
      tags: 'a',
      place: { street: 7, planet: 'x' },
      parent: 'x',
      friends: ['x'],
      checkedInAt: '2026-02-03T10:00:00Z',
      passwordHash: 'x',
      invented: 1,
    };
    const answer = await post(wrong);
    const errors = answer.body['errors'] as { path: string }[];
    expect(isDecent(answer)).toBe(true);
    expect(errors.map((e) => e.path).sort()).toEqual(
      [
        'at',
        'checkedInAt',
        'friends[0]',
        'invented',
        'key',
        'kind',
        'open',
        'parent',
        'passwordHash',
        'place.planet',
        'place.street',
        'price',
        'ratio',
        'seats',
        'spot',
        'tags',
        'title',
      ].sort(),
    );
    expect(metaOf(await get('?count=exact&limit=1')).total).toBe(before);
  });

  test('R17 what the platform sets cannot be set: passed over or refused, never taken', async () => {
    const record = await make();
    const back = await patch(record.id, {
      ...record,
      title: 'sent back',
      createdAt: '2020-01-01T00:00:00.000Z',
      version: 99,
      id: '019c167f-0000-7000-8000-000000000000',
      checkedInAt: undefined,
    });
    // `checkedInAt` is read-only: sent back as null it is refused like any other value.
    expect(back.codes.every((code) => code === 'read_only')).toBe(true);
    const { checkedInAt: _read, ...rest } = record;
    const taken = await patch(record.id, {
      ...rest,
      title: 'sent back',
      version: 99,
    });
    expect(dataOf(taken)).toMatchObject({
      id: record.id,
      createdAt: record['createdAt'],
      version: 2,
      title: 'sent back',
    });
    for (const name of ['tenantId', 'tenant', 'role', 'passwordHash', 'sandboxOf', '_deleted'])
      expect((await patch(record.id, { [name]: 'x' })).codes).toEqual(['unknown_field']);
    expect((await post({ title: 'a', passwordHash: 'x' })).codes).toEqual(['unknown_field']);
  });

  test('what never changes is refused where it is another, the same on every way of changing', async () => {
    const { id, createdAt } = await make();
    const other = '019c167f-0000-7000-8000-000000000000';
    expect(dataOf(await patch(id, { id, createdAt, title: 'sent back' }))).toMatchObject({ id, title: 'sent back' });
    for (const [path, values] of [
      ['id', { id: other, title: 'moved' }],
      ['createdAt', { createdAt: '2020-01-01T00:00:00.000Z', title: 'moved' }],
    ] as const) {
      const refused = await patch(id, values);
      expect([refused.status, ...refused.codes]).toEqual([422, 'read_only']);
      expect(refused.text).toContain(`${path} is set by the platform and cannot be written.`);
    }
  });

  test('R35 a merge patch: null empties, a required field cannot be emptied, groups and JSON merge', async () => {
    const { id } = await make({
      seats: 3,
      place: { street: 'Main', city: 'Oslo' },
      meta: { a: { b: 1, c: 2 }, d: [1, 2] },
    });
    expect(dataOf(await patch(id, { seats: null }))).toMatchObject({ seats: null });
    for (const name of ['title', 'open', 'state']) {
      const answer = await patch(id, { [name]: null });
      expect([answer.status, answer.codes]).toEqual([422, ['required']]);
    }
    expect(dataOf(await patch(id, { place: { city: 'Bergen' } }))['place']).toEqual({ street: 'Main', city: 'Bergen' });
    expect(dataOf(await patch(id, { place: { street: null } }))['place']).toEqual({ street: null, city: 'Bergen' });
    expect(dataOf(await patch(id, { meta: { a: { b: null, e: 5 }, d: [3] } }))['meta']).toEqual({
      a: { c: 2, e: 5 },
      d: [3],
    });
    expect(dataOf(await patch(id, { meta: 'text' }))['meta']).toBe('text');
    expect(dataOf(await patch(id, { meta: { x: null, y: 1 } }))['meta']).toEqual({ y: 1 });
    expect(dataOf(await patch(id, { meta: null, place: null }))).toMatchObject({ meta: null, place: null });
    expect(dataOf(await patch(id, {}))).toMatchObject({ meta: null });
  });

  test('states move only along their transitions', async () => {
    const { id } = await make();
    const jump = await patch(id, { state: 'done' });
    expect([jump.status, jump.codes]).toEqual([409, ['transition_not_allowed']]);
    expect(dataOf(await patch(id, { state: 'sent' }))).toMatchObject({ state: 'sent' });
    expect((await patch(id, { state: 'draft' })).codes).toEqual(['transition_not_allowed']);
  });

  test('a value that may stand once is a duplicate the second time; a relation must lead somewhere', async () => {
    await make({ key: 'only-one' });
    const again = await post({ title: 'b', key: 'only-one' });
    expect([again.status, again.codes, (again.body['errors'] as Body[])[0]?.['path']]).toEqual([
      409,
      ['duplicate'],
      'key',
    ]);
    const lost = await post({ title: 'b', parent: '019c167f-0000-7000-8000-000000000000' });
    expect([lost.status, lost.codes]).toEqual([422, ['relation_unknown']]);
    const foreign = await house.send('POST', '/api/v1/notes', { key: otherKey, json: { title: 'theirs' } });
    expect((await post({ title: 'b', parent: dataOf(foreign).id })).codes).toEqual(['relation_unknown']);
    expect((await post({ title: 'b', friends: [dataOf(foreign).id] })).codes).toEqual(['relation_unknown']);
  });

  test('R18 an id of another tenant is answered like one that never was', async () => {
    const theirs = dataOf(await house.send('POST', '/api/v1/notes', { key: otherKey, json: { title: 'theirs' } }));
    const never = '019c167f-0000-7000-8000-000000000000';
    const ask = [
      (id: string) => get(`/${id}`),
      (id: string) => patch(id, { title: 'x' }),
      (id: string) => remove(id),
      (id: string) => patch(id, { title: 'x' }, { 'if-match': '"1"' }),
    ];
    for (const one of ask) {
      const [a, b] = [await one(theirs.id), await one(never)];
      expect(a.status).toBe(404);
      expect(a.text.replaceAll(theirs.id, never)).toBe(b.text);
    }
    expect(dataOf(await get(`/${theirs.id}`, {}, otherKey))).toEqual(theirs);
  });

  test('ids that are none, and parameters that mean nothing here, are refused', async () => {
    const { id } = await make();
    for (const wrong of [
      'x',
      '1',
      'null',
      '%20',
      id.toUpperCase(),
      `${id}x`,
      "' OR 1=1 --",
      '__proto__',
      'constructor',
    ]) {
      const answer = await get(`/${encodeURIComponent(wrong)}`);
      expect([wrong, answer.status, answer.codes]).toEqual([wrong, 400, ['invalid_id']]);
    }
    expect((await get(`/${id}?where[a][equals]=1`)).codes).toEqual(['unknown_parameter']);
    expect((await house.send('PATCH', `/api/v1/notes/${id}?force=1`, { key, json: {} })).codes).toEqual([
      'unknown_parameter',
    ]);
    expect((await house.send('DELETE', `/api/v1/notes/${id}?force=1`, { key })).codes).toEqual(['unknown_parameter']);
    expect((await get('/../gates')).status).not.toBe(500);
    for (const collection of [
      'nothing',
      'tenants',
      'api_keys',
      'sqlite_master',
      '__proto__',
      'constructor',
      '_changes',
      'Notes',
    ])
      expect((await house.send('GET', `/api/v1/${collection}`, { key })).codes).toEqual(['collection_unknown']);
  });
});

describe('what a client holds already', () => {
  test('R20 If-Match: the version that stands is taken, an old one is 412 and changes nothing', async () => {
    const { id } = await make();
    const first = await patch(id, { seats: 1 }, { 'if-match': '"1"' });
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    for (const answer of [
      await patch(id, { seats: 2 }, { 'if-match': '"1"' }),
      await remove(id, { 'if-match': '"1"' }),
    ]) {
      expect([answer.status, answer.codes]).toEqual([412, ['version_mismatch']]);
      expect((answer.body['errors'] as Body[])[0]?.['detail']).toEqual({ version: 2 });
    }
    for (const header of ['2', 'W/"2"', '"1", "2"', '"two"', '""', '"1e9"'])
      expect((await patch(id, {}, { 'if-match': header })).codes).toEqual(['invalid_header']);
    expect((await patch(id, { seats: 3 }, { 'if-match': '*' })).status).toBe(200);
    const race = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch(id, { seats: 10 + n }, { 'if-match': '"3"' })),
    );
    expect(race.map((a) => a.status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    expect((await remove(id, { 'if-match': '"4"' })).status).toBe(200);
  });

  test('If-None-Match: a record and a list that are the same are 304, and 200 once something changed', async () => {
    const { id } = await make({ kind: 'hall', title: 'tagged' });
    let seats = 0;
    for (const path of [
      `/${id}`,
      `/${id}?fields=seats`,
      '?where[title][equals]=tagged',
      '?where[title][equals]=tagged&fields=seats',
    ]) {
      const first = await get(path);
      const etag = String(first.headers.get('etag'));
      expect(first.headers.get('cache-control')).toBe('no-store');
      for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const same = await get(path, { 'if-none-match': header });
        expect([path, same.status, same.text]).toEqual([path, 304, '']);
      }
      expect((await get(path, { 'if-none-match': '"x"' })).status).toBe(200);
      seats += 1;
      await patch(id, { seats });
      expect([path, (await get(path, { 'if-none-match': etag })).status]).toEqual([path, 200]);
    }
  });

  test('R21 an idempotency key brings the first answer again, and refuses another body', async () => {
    const named = { 'idempotency-key': 'one' };
    const first = await post({ title: 'once', seats: 1 }, named);
    const again = await post({ seats: 1, title: 'once' }, named);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const other = await post({ title: 'twice', seats: 1 }, named);
    expect([other.status, other.codes]).toEqual([409, ['idempotency_key_reused']]);
    await patch(dataOf(first).id, { title: 'changed since' });
    expect((await post({ title: 'once', seats: 1 }, named)).text).toBe(first.text);
    // Another caller's key of the same name is another key.
    const theirs = await house.send('POST', '/api/v1/notes', {
      key: otherKey,
      json: { title: 'theirs' },
      headers: named,
    });
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null]);
    for (const name of ['', 'a'.repeat(256)])
      expect((await post({ title: 'a' }, { 'idempotency-key': name })).codes).toEqual(['invalid_header']);
  });

  test('R21 a refused attempt is not remembered: the corrected one goes through under the same key', async () => {
    const named = { 'idempotency-key': 'corrected' };
    expect((await post({ title: '' }, named)).status).toBe(422);
    expect((await post({ title: 'now right' }, named)).status).toBe(201);
  });

  test('R21 fifty at once have one effect', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post({ title: 'fifty' }, { 'idempotency-key': 'fifty' })),
    );
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    expect(answers.filter((a) => a.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(metaOf(await get('?where[title][equals]=fifty&count=exact')).total).toBe(1);
  });
});
