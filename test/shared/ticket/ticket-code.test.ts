import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64url } from '#shared/base/bytes.ts';
import { toBase45 } from '#shared/ticket/base45.ts';
import { maxTicketCodeChars, parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { formatCompact, formatJson, type TicketCode } from '#shared/ticket/ticket-code.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';

const signature = Uint8Array.from({ length: 64 }, (_, i) => (i * 37) & 255);
const number = '5CY4TB0123456789ABCDEF';
const code: TicketCode = { type: 'event_ticket', ticketNumber: number, timestamp: 1_790_000_000, signature };
const sig = toBase64url(signature);
const malformed = { ok: false, reason: 'malformed' };

const ownCodes = fc
  .record({
    eventId: fc.uuid({ version: 7 }),
    random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    timestamp: fc.integer({ min: 0, max: 0xffff_ffff }),
    signature: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  })
  .map(({ eventId, random, timestamp, signature }): TicketCode => {
    return { type: 'event_ticket', ticketNumber: ticketNumber(eventId, random), timestamp, signature };
  });

describe('the JSON spelling', () => {
  test('is exactly the document of the interface', () => {
    expect(formatJson(code)).toBe(
      `{"type":"event_ticket","ticketNumber":"${number}","timestamp":1790000000,"sig":"${sig}"}`,
    );
    expect(formatJson({ ...code, signature: null })).toBe(
      `{"type":"event_ticket","ticketNumber":"${number}","timestamp":1790000000}`,
    );
  });

  test('brings back every code', () => {
    fc.assert(
      fc.property(ownCodes, (own) => {
        expect(parseTicketCode(formatJson(own))).toEqual({ ok: true, code: { ...own, spelling: 'json' } });
      }),
    );
  });

  test('takes numbers of other systems, and white space, member order and escapes as JSON leaves them free', () => {
    const text = ' {"timestamp": 0, "ticketNumber": "T\\u002d17",\n"type":"event_ticket"} ';
    expect(parseTicketCode(text)).toEqual({
      ok: true,
      code: { type: 'event_ticket', ticketNumber: 'T-17', timestamp: 0, signature: null, spelling: 'json' },
    });
  });

  test.each([
    ['another type', { type: 'badge', ticketNumber: number, timestamp: 1, sig }],
    ['no type', { ticketNumber: number, timestamp: 1, sig }],
    ['no number', { type: 'event_ticket', timestamp: 1, sig }],
    ['an empty number', { type: 'event_ticket', ticketNumber: '', timestamp: 1 }],
    ['a number as a number', { type: 'event_ticket', ticketNumber: 17, timestamp: 1 }],
    ['a number that is too long', { type: 'event_ticket', ticketNumber: 'x'.repeat(41), timestamp: 1 }],
    ['a number with a line break', { type: 'event_ticket', ticketNumber: 'A\n1', timestamp: 1 }],
    ['no timestamp', { type: 'event_ticket', ticketNumber: number, sig }],
    ['a timestamp as text', { type: 'event_ticket', ticketNumber: number, timestamp: '1' }],
    ['half a second', { type: 'event_ticket', ticketNumber: number, timestamp: 1.5 }],
    ['a time before 1970', { type: 'event_ticket', ticketNumber: number, timestamp: -1 }],
    ['a timestamp in milliseconds', { type: 'event_ticket', ticketNumber: number, timestamp: 1_790_000_000_000 }],
    ['a signature of null', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: null }],
    ['an empty signature', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: '' }],
    ['a truncated signature', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: sig.slice(0, -2) }],
    ['a signature with a tail', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: `${sig}AA` }],
    ['a padded signature', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: `${sig}==` }],
    ['a signature in plain base64', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig: '/+'.repeat(43) }],
    ['an unknown member', { type: 'event_ticket', ticketNumber: number, timestamp: 1, sig, admin: true }],
    ['a nested value', { type: 'event_ticket', ticketNumber: { toString: 'x' }, timestamp: 1 }],
  ])('refuses %s', (_, document) => {
    expect(parseTicketCode(JSON.stringify(document))).toEqual(malformed);
  });

  test('refuses stray bits in the last character of the signature', () => {
    const last = sig.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const stray = sig.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1]!;
    expect(Buffer.from(stray, 'base64url')).toEqual(Buffer.from(sig, 'base64url'));
    expect(parseTicketCode(formatJson(code).replace(sig, stray))).toEqual(malformed);
  });

  test.each([
    ['twice the same', `{"type":"event_ticket","ticketNumber":"A","ticketNumber":"A","timestamp":1}`],
    ['two numbers', `{"type":"event_ticket","ticketNumber":"A","timestamp":1,"ticketNumber":"B"}`],
    ['one of them escaped', `{"type":"event_ticket","ticketNumber":"A","timestamp":1,"ticket\\u004eumber":"B"}`],
    ['around a value full of quotes', `{"type":"event_ticket","ticketNumber":"\\":\\"","timestamp":1,"timestamp":2}`],
  ])('refuses a member that stands twice: %s', (_, text) => {
    expect(parseTicketCode(text)).toEqual(malformed);
  });

  test('does not mistake quotes inside a value for members', () => {
    const text = JSON.stringify({ type: 'event_ticket', ticketNumber: '":"x":', timestamp: 1 });
    expect(parseTicketCode(text)).toMatchObject({ ok: true, code: { ticketNumber: '":"x":' } });
  });

  test('takes nothing from a prototype and sets none', () => {
    const text =
      '{"__proto__":{"type":"event_ticket","ticketNumber":"A","timestamp":1},"constructor":{"prototype":{}}}';
    expect(parseTicketCode(text)).toEqual(malformed);
    expect(parseTicketCode('{"__proto__":"x","type":"event_ticket","ticketNumber":"A","timestamp":1}')).toEqual(
      malformed,
    );
    expect(parseTicketCode('{"toString":"x","type":"event_ticket","ticketNumber":"A","timestamp":1}')).toEqual(
      malformed,
    );
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });
});

describe('the compact spelling', () => {
  test('is the prefix and 123 characters of the QR alphanumeric mode', () => {
    const text = formatCompact(code);
    expect(text).toMatch(/^GATE1:[0-9A-Z $%*+./:-]{123}$/);
  });

  test('brings back every code', () => {
    fc.assert(
      fc.property(ownCodes, (own) => {
        expect(parseTicketCode(formatCompact(own)!)).toEqual({ ok: true, code: { ...own, spelling: 'compact' } });
      }),
    );
  });

  test('is not for numbers of other systems, nor without a signature', () => {
    expect(formatCompact({ ...code, ticketNumber: 'T-17' })).toBeNull();
    expect(formatCompact({ ...code, ticketNumber: number.toLowerCase() })).toBeNull();
    expect(formatCompact({ ...code, signature: null })).toBeNull();
  });

  test.each([
    ['a truncated signature', 'GATE1:' + toBase45(new Uint8Array(80))],
    ['a tail', 'GATE1:' + toBase45(new Uint8Array(84))],
    ['another format number', 'GATE1:' + toBase45(new Uint8Array(82).fill(0x80))],
    ['format number 0', 'GATE1:' + toBase45(new Uint8Array(82))],
    ['lower case', formatCompact(code)!.toLowerCase()],
    ['a lower-case prefix', formatCompact(code)!.replace('GATE1', 'gate1')],
    ['another prefix', formatCompact(code)!.replace('GATE1', 'GATE2')],
    ['a space at the end', formatCompact(code)! + ' '],
    ['a space before', ' ' + formatCompact(code)!],
    ['the prefix alone', 'GATE1:'],
  ])('refuses %s', (_, text) => {
    expect(parseTicketCode(text)).toEqual(malformed);
  });
});

describe('what else a scanner may bring (Q03)', () => {
  test.each([
    ['nothing', ''],
    ['a web address', 'https://evil.example/?q=%22%3E%3Cscript%3E'],
    ['a javascript address', 'javascript:alert(1)'],
    ['SQL', `'; DROP TABLE registrations; --`],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['a Wi-Fi code', 'WIFI:S:net;T:WPA;P:secret;;'],
    ['ten kilobytes', 'A'.repeat(10_240)],
    ['ten kilobytes around a good code', formatJson(code) + ' '.repeat(10_240)],
    ['one character above the bound', formatJson(code).padEnd(maxTicketCodeChars + 1)],
    ['deep nesting', '['.repeat(1_000)],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '17'],
    ['a bare string', '"event_ticket"'],
    ['half a document', formatJson(code).slice(0, 60)],
    ['lone surrogates', '\ud800'.repeat(40)],
    ['NUL', '\u0000'],
    ['a byte order mark', `\ufeff${formatJson(code)}`],
  ])('is malformed and nothing more: %s', (_, text) => {
    expect(parseTicketCode(text)).toEqual(malformed);
  });

  test('never throws, for any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.json(),
      fc.string({ maxLength: 200 }).map((tail) => `GATE1:${tail}`),
      fc
        .dictionary(fc.constantFrom('type', 'ticketNumber', 'timestamp', 'sig', '__proto__'), fc.jsonValue())
        .map((d) => JSON.stringify(d)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseTicketCode(text);
        expect(typeof result.ok).toBe('boolean');
      }),
      { numRuns: 3_000 },
    );
  });

  test('takes a code up to the bound', () => {
    expect(parseTicketCode(formatJson(code).padEnd(maxTicketCodeChars)).ok).toBe(true);
  });
});
