import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePrinterSpec, resolvePools, withUniqueIds } from '#kiosk/host/printers/printer-spec.ts';

test.each([
  ['escpos-tcp://p1', { id: 'escpos-p1-9100', kind: 'escpos-tcp', host: 'p1', port: 9100, dpi: 203, widthDots: 576 }],
  [
    'zpl-tcp://[::1]:9101?name=Labels',
    { id: 'zpl-1-9101', name: 'Labels', kind: 'zpl-tcp', host: '::1', port: 9101, widthDots: 832 },
  ],
  ['brother-ql-tcp://192.0.2.7', { id: 'brother-ql-192-0-2-7-9100', host: '192.0.2.7', dpi: 300, widthDots: 696 }],
  ['brother-ql-tcp://ql?snmp=1161&width=306', { kind: 'brother-ql-tcp', snmpPort: 1161, widthDots: 306 }],
  ['cups:BadgePDF', { id: 'cups-badgepdf', name: 'BadgePDF', kind: 'cups', queue: 'BadgePDF', dpi: 300 }],
  ['cups:Q?server=print.example:8631', { kind: 'cups', queue: 'Q', host: 'print.example', port: 8631 }],
  ['system:HP LaserJet 5', { id: 'system-hp-laserjet-5', kind: 'system', queue: 'HP LaserJet 5' }],
  ['pdf:./badges?dpi=600&width=2032', { id: 'pdf-badges', kind: 'pdf', folder: './badges', dpi: 600, widthDots: 2032 }],
  [
    'pool:desk,backup?id=entrance&name=Entrance',
    { id: 'entrance', name: 'Entrance', kind: 'pool', members: ['desk', 'backup'] },
  ],
])('%s', (text, config) => {
  expect(parsePrinterSpec(text)).toMatchObject({ ok: true, value: config });
});

test.each([
  ['zpl-tcp:/1.2.3.4', 'not an address'],
  ['zpl-tcp://', 'not an address'],
  ['zpl-tcp://h:99999', 'not an address'],
  ['zpl-tcp://h/path', 'not an address'],
  ['usb://x', 'not an address'],
  ['brother-ql-tcp://h?snmp=x', 'snmp must be a port'],
  ['cups:', 'queue is missing'],
  ['cups:a/b', 'queue is missing'],
  ['cups:Q?server=a:b:c', 'server must be host:port'],
  ['pdf:', 'folder is missing'],
  ['pool:one', '2 to 10 printers'],
  ['pool:one,one', 'each once'],
  ['pool:one,../two', 'IDs of printers'],
  ['file:x?width=4', 'width must be'],
  ['file:x?dpi=9000', 'dpi must be'],
  ['file:x?id=BIG', 'lower-case'],
])('%s is refused: %s', (text, why) => {
  expect(parsePrinterSpec(text)).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining(why) }] });
});

test('any text is read or refused, never thrown', () => {
  const scheme = fc.constantFrom('zpl-tcp:', 'cups:', 'pool:', 'file:', 'system:', '');
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'grapheme' }), (start, rest) => {
      const parsed = parsePrinterSpec(start + rest);
      if (parsed.ok) expect(parsed.value.id).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
    }),
  );
});

test('a pool takes the narrowest paper of its members, wherever it is listed', () => {
  const specs = ['pool:a,b', 'escpos-tcp://x?id=a&width=576', 'zpl-tcp://y?id=b&width=448'];
  const configs = specs.map(parsePrinterSpec).map((parsed) => {
    if (!parsed.ok) throw new Error(parsed.errors[0].message);
    return parsed.value;
  });
  expect(resolvePools(withUniqueIds(configs))).toMatchObject({
    ok: true,
    value: [{ id: 'pool', dpi: 203, widthDots: 448 }, {}, {}],
  });
});
