/** U06 R34: files that are broken, too large or meant to do harm. Each is refused with what to do, or read for what it is. */
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransferLab, type TransferLab } from './transfer-lab.ts';

let lab: TransferLab;
beforeAll(async () => {
  lab = await openTransferLab();
});
afterAll(() => lab.close());

const header = 'Name;Email;Ticket type';
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const dry = { dryRun: 'true' };

/** A ZIP of one part that says it is small. */
function zipOf(packed: Buffer, said: number): Buffer {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(said, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(said, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}

describe('an unreadable file is refused with what to do', () => {
  const bomb = zipOf(deflateRawSync(Buffer.alloc(450 * 1024 * 1024)), 100);
  test.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'file_empty'],
    ['blank lines', '\r\n \r\n', 'file_empty'],
    [
      'a quotation mark that is never closed',
      `${header}\n"Ada;ada@example.org;Standard\n${'x'.repeat(400_000)}`,
      'file_invalid',
    ],
    ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1]), 'file_type_unknown'],
    ['a workbook of before 2007', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'file_type_unknown'],
    ['a ZIP cut off', Buffer.from('PK\u0003\u0004 and no more', 'latin1'), 'file_invalid'],
    ['a ZIP that is no workbook', zipOf(deflateRawSync(Buffer.from('hello')), 5), 'file_invalid'],
    ['a workbook that unpacks to 450 MB and says 100 bytes', bomb, 'file_too_large'],
    ['JSON of something else', '{"people": []}', 'file_invalid'],
    ['broken JSON', '{"event": ', 'file_invalid'],
    ['no column of an email address', 'Name;Colour\nAda;red', 'mapping_invalid'],
    ['more columns than a file can have', Array.from({ length: 400 }, (_, n) => `c${n}`).join(';'), 'too_many_columns'],
  ])('%s', async (_what, file, code) => {
    const errors = await lab.refused(file, dry);
    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(errors[0]?.message).toMatch(/^[A-Z“`].*\.$/);
  });

  test.each([
    ['no JSON', '[1', 'mapping'],
    ['a column that is not there', '{"7": "name"}', 'mapping.7'],
    ['a field that is none', '{"0": "constructor"}', 'mapping.0'],
    ['one field twice', '{"1": "name"}', 'mapping.1'],
  ])('a mapping: %s', async (_what, mapping, path) => {
    const errors = await lab.refused(`${header}\nAda;ada@example.org;Standard`, { ...dry, mapping });
    expect(errors).toMatchObject([{ code: 'mapping_invalid', path }]);
  });
});

describe('unusual but valid files are read', () => {
  const people = `${header}\r\nZoë Ølander;zoe@example.org;Standard\r\n`;
  test.each<[string, Uint8Array | string]>([
    ['UTF-8 with a mark', `\uFEFF${people}`],
    ['UTF-16', utf16(people)],
    ['UTF-16 without a mark', Buffer.from(people, 'utf16le')],
    ['Windows-1252', Buffer.from(people, 'latin1')],
    ['commas', people.replaceAll(';', ',')],
    ['tabs', people.replaceAll(';', '\t')],
    ['a line that names the separator', `sep=;\r\n${people}`],
    ['quotation marks around all', people.replaceAll(/[^;\r\n]+/g, (cell) => `"${cell}"`)],
  ])('%s', async (_what, file) => {
    const answer = await lab.send(file, dry);
    expect(answer.refused).toEqual([]);
    expect(answer.preview).toMatchObject([{ name: 'Zoë Ølander', email: 'zoe@example.org', ticketType: 'Standard' }]);
  });

  test('rows that are too short, too long or empty; formulas as text; the same person twice', async () => {
    const rows = [
      'Ada;ada@example.org;Standard',
      '',
      ';;',
      'Bo;bo@example.org',
      'Cy;not an address;Standard;more;cells',
    ];
    const same = ['=1+1;ada2@example.org;Standard', 'Di;di@example.org;Standard', 'Di;di@example.org;Standard'];
    const answer = await lab.send([header, ...rows, ...same].join('\n'), dry);
    expect(answer).toMatchObject({ rows: 6, created: 5, refusedCount: 1 });
    expect(answer.refused).toMatchObject([{ row: 6, errors: [{ code: 'invalid_email', column: 'Email' }] }]);
    expect(answer.preview[2]).toMatchObject({ name: '=1+1' });
  });

  test('a code that is in a file twice is refused with its row and column', async () => {
    const file = 'Name,Email,Code\nAda,ada@example.org,A1B2C3\nBo,bo@example.org,A1B2C3';
    expect(await lab.send(file, dry)).toMatchObject({
      refused: [{ row: 3, errors: [{ code: 'code_duplicate', column: 'Code' }] }],
    });
  });

  test('for any content of a cell the answer counts every row once and the reader throws nothing', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('"', ';', 'a@b.c', '=x', '\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (rows) => {
        const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'));
        const file = [header, ...quoted].join('\n');
        const errors = await lab.refused(file, dry);
        if (errors.length > 0) return;
        const { rows: read, created, updated, leftOut, refusedCount } = await lab.send(file, dry);
        expect(created + updated + leftOut + refusedCount).toBe(read);
        expect(read).toBeLessThanOrEqual(rows.length);
      }),
      { numRuns: 60 },
    );
  });
});
