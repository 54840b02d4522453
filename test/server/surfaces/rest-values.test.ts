/** Values by REST: they come back as they were sent, or are refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonBytesMax } from '#shared/schema/validate.ts';
import { dataOf, get, house, key, make, openNotes, post } from './rest-notes.ts';

openNotes();

describe('values come back as they were sent', () => {
  const naughty = [
    'undefined',
    'null',
    'NaN',
    '\\0',
    'true',
    '0x10',
    '1e309',
    '-0',
    ' leading',
    'trailing ',
    '\t\r\n',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u202eRTL',
    'ﷺ',
    'Ⅷ',
    'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '田中さんにあげて下さい',
    'مُنَاقَشَةُ',
    '<script>alert(1)</script>',
    '{{7*7}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that it looks like a template is the point
    '${7*7}',
    '%s%n',
    "'; DROP TABLE notes; --",
    '../../etc/passwd',
    'file:///etc/passwd',
    '\r\nSet-Cookie: a=b',
    '=cmd|calc',
    '\u0001\u007f',
    '\ud83d\ude00',
    'a\u0300',
    'ﬀ',
    'İı',
    '\u2028\u2029',
    '<!--#exec-->',
    '__proto__',
  ];
  test('R27 naughty strings, in a field, in a list and in JSON', async () => {
    for (const text of naughty) {
      const { id } = await make({ body: text, tags: [`a${text}`], meta: { [`k${text}`]: text } });
      expect(dataOf(await get(`/${id}`))).toMatchObject({
        body: text,
        tags: [`a${text}`],
        meta: { [`k${text}`]: text },
      });
    }
  });

  test('R28 lone surrogates and NUL are refused; the limit counts characters, not bytes', async () => {
    for (const text of ['\ud800', 'a\udc00b', '\0', 'a\0b']) {
      const answer = await post({ title: 'a', body: text, meta: text });
      expect([answer.status, [...answer.codes].sort()]).toEqual([422, ['invalid_json_value', 'invalid_text']]);
    }
    expect((await post({ title: '😀'.repeat(80) })).status).toBe(201);
    expect((await post({ title: '😀'.repeat(81) })).codes).toEqual(['too_long']);
    expect((await post({ title: 'x'.repeat(900_000) })).codes).toEqual(['too_long']);
    expect((await post({ title: '   ' })).codes).toEqual(['required']);
    expect((await post({ title: 'a', body: '😀'.repeat(100_000) })).status).toBe(201);
    for (const body of ['😀'.repeat(100_001), `${'😀'.repeat(50_000)}${'x'.repeat(50_001)}`])
      expect((await post({ title: 'a', body })).codes).toEqual(['too_long']);
  });

  test('the limit of JSON counts bytes, as its refusal says', async () => {
    const quotes = 2;
    for (const [character, bytes] of [
      ['x', 1],
      ['ü', 2],
      ['€', 3],
      ['😀', 4],
    ] as const) {
      const most = Math.floor((jsonBytesMax - quotes) / bytes);
      expect([character, (await post({ title: 'a', meta: character.repeat(most) })).status]).toEqual([character, 201]);
      const refused = await post({ title: 'a', meta: character.repeat(most + 1) });
      expect([character, refused.codes]).toEqual([character, ['too_long']]);
    }
  });

  test('R29 dates are exact or refused', async () => {
    for (const at of [
      '0000-00-00',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-06-30T23:59:60Z',
      '2026-03-29T02:30:00',
      '2026-13-01T00:00:00Z',
      '24:00',
      '',
      'now',
      1e12,
      true,
    ])
      expect([at, (await post({ title: 'a', at })).codes]).toEqual([at, ['invalid_date']]);
    const exact = {
      '2026-03-29T02:30:00+01:00': '2026-03-29T01:30:00.000Z',
      '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
      '2024-02-29': '2024-02-29T00:00:00.000Z',
    };
    for (const [at, stored] of Object.entries(exact)) expect((await make({ at }))['at']).toBe(stored);
  });

  test('R30 money is whole minor units; numbers are exact or refused', async () => {
    for (const price of [0.1 + 0.2, 1e21, '100', 2 ** 53, -0.5, null]) {
      const answer = await post({ title: 'a', price });
      expect([price, answer.status]).toEqual([price, price === null ? 201 : 422]);
    }
    expect(
      (
        await house.send('POST', '/api/v1/notes', {
          key,
          raw: '{"title":"a","price":-0,"ratio":1e400}',
          headers: { 'content-type': 'application/json' },
        })
      ).codes,
    ).toEqual(['invalid_type']);
    const { id } = await make({ price: -5, ratio: 0.1, seats: Number.MAX_SAFE_INTEGER });
    expect(dataOf(await get(`/${id}`))).toMatchObject({ price: -5, ratio: 0.1, seats: Number.MAX_SAFE_INTEGER });
    const zero = await house.send('POST', '/api/v1/notes', {
      key,
      raw: '{"title":"a","price":-0}',
      headers: { 'content-type': 'application/json' },
    });
    expect(Object.is(dataOf(zero)['price'], 0)).toBe(true);
  });

  test('any JSON comes back equal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .jsonValue({ maxDepth: 5 })
          .filter(
            (v) =>
              JSON.stringify(v).isWellFormed() &&
              !JSON.stringify(v).includes('\\u0000') &&
              !JSON.stringify(v).includes('__proto__') &&
              !JSON.stringify(v).includes('\\ud'),
          ),
        async (meta) => {
          const sent = JSON.parse(JSON.stringify(meta)) as unknown;
          const made = await post({ title: 'json', meta: sent });
          expect(made.status).toBe(201);
          expect(dataOf(await get(`/${dataOf(made).id}`))['meta']).toEqual(sent);
        },
      ),
      { numRuns: 40 },
    );
  });
});
