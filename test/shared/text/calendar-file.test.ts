/** Calendar files: every text that is put in is read again, in lines of 75 octets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFeed } from '#shared/text/calendar-file.ts';

const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '');
/** RFC 5545 sections 3.1 and 3.3.11. */
function valuesOf(file: string, name: string): readonly string[] {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/\\([\\;,])/g, '$1'));
}

test('names of any kind come back as they were, each line within 75 octets', () => {
  const control = fc.constantFrom('\u0001', '\u001b', '\u007f', '\u0085', '\r\n', '\t');
  const text = fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) }, control), {
      maxLength: 8,
    })
    .map((parts) => parts.join(''))
    .filter((one) => plain(one).trim() !== '');
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (names) => {
      const events = names.map((name, i) => ({
        ...{ uid: `${i}@x`, stamp: '2026-05-04T07:00:00.000Z', name, venue: null, description: null },
        ...{ startsAt: '2026-05-04T09:00:00.000Z', endsAt: '2026-05-04T10:00:00.000Z', url: 'https://example.org' },
        ...{ status: 'CONFIRMED' as const, sequence: i },
      }));
      const file = calendarFeed('All', events);
      expect(valuesOf(file, 'SUMMARY')).toEqual(names.map(plain));
      expect(valuesOf(file, 'SEQUENCE')).toEqual(names.map((_, i) => String(i)));
      expect(valuesOf(file, 'DTSTART')).toEqual(names.map(() => '20260504T090000Z'));
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
      expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    }),
  );
});

test('a file without entries has a component, which every file must have', () => {
  const lines = calendarFeed('None', []).split('\r\n');
  const inside = lines.slice(lines.indexOf('BEGIN:VCALENDAR') + 1);
  expect(inside.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VTIMEZONE', 'BEGIN:STANDARD']);
  expect(inside.slice(-2)).toEqual(['END:VCALENDAR', '']);
});
