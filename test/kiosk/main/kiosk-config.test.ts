import { expect, test } from 'vitest';
import { parseKioskConfig } from '#kiosk/main/kiosk-config.ts';
import { electronEnvironment } from '#server/operations/demo/electron-binary.ts';

test('nothing set: the server of this machine, no printers, kiosk mode', () => {
  expect(parseKioskConfig(null, {})).toEqual({
    ok: true,
    value: {
      serverUrl: 'http://127.0.0.1:4000',
      printers: [],
      windowed: false,
      pair: null,
      exitPinHash: null,
      display: null,
      autostart: null,
      peerPort: 4011,
    },
  });
});

test('the environment overrides the file, and addresses shrink to their origin', () => {
  const file = JSON.stringify({
    serverUrl: 'https://a.example/x',
    printers: ['file:badges'],
    windowed: false,
    pair: 'AAA',
  });
  const env = {
    GATEHOUSE_URL: 'https://b.example/y?z',
    KIOSK_WINDOWED: '1',
    KIOSK_PAIR: 'BBB',
    KIOSK_PRINTERS: 'escpos-tcp://p1 escpos-tcp://p1',
  };
  expect(parseKioskConfig(file, {})).toMatchObject({
    value: { serverUrl: 'https://a.example', pair: 'AAA', printers: [{ kind: 'file' }] },
  });
  expect(parseKioskConfig(file, env)).toMatchObject({
    value: {
      serverUrl: 'https://b.example',
      windowed: true,
      pair: 'BBB',
      printers: [{ id: 'escpos-p1-9100' }, { id: 'escpos-p1-9100-2' }],
    },
  });
});

test('the kiosk that npm start opens goes to the server of that run', () => {
  const env = electronEnvironment({ GATEHOUSE_URL: 'https://b.example' }, 'http://127.0.0.1:4321');
  expect(parseKioskConfig(null, env)).toMatchObject({ value: { serverUrl: 'http://127.0.0.1:4321' } });
});

test.each([
  ['{', 'must be a JSON object'],
  ['[]', 'must be a JSON object'],
  ['{"server":"x"}', '"server" is not a setting'],
  ['{"serverUrl":"file:///etc"}', 'http or https'],
  ['{"printers":"x"}', 'a list'],
  ['{"printers":[1]}', 'list of texts'],
  ['{"printers":["lpt1"]}', 'not an address'],
  ['{"windowed":"yes"}', 'true or false'],
  ['{"pair":"<script>"}', 'pairing code'],
  ['{"exitPinHash":"1234"}', 'make-pin'],
  ['{"display":1}', 'display'],
  ['{"autostart":"yes"}', 'true or false'],
])('refuses %s', (text, why) => {
  expect(parseKioskConfig(text, {})).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining(why) }] });
});
