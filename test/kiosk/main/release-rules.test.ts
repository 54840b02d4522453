import { expect, test } from 'vitest';
import { parseKioskConfig } from '#kiosk/main/kiosk-config.ts';
import { refusedSwitch } from '#kiosk/main/release-rules.ts';

const program = '/opt/kiosk/gatehouse-kiosk';

const switches = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-debugging-targets'],
  ...['inspect', 'inspect-brk', 'inspect-port', 'debug', 'debug-brk', 'js-flags', 'disable-web-security'],
  ...['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'load-extension', 'remote-allow-origins'],
];

test.each(switches)('a packaged kiosk does not start with --%s, however it is written', (name) => {
  for (const word of [`--${name}`, `-${name}`, `/${name}`, `--${name}=9222`, `--${name.toUpperCase()}=0.0.0.0:1`])
    for (const argv of [
      [program, word],
      [program, '--enable-features=x', word, '--'],
    ])
      expect([argv, refusedSwitch(argv)]).toEqual([argv, word]);
});

test.each([
  '--enable-logging',
  '--no-sandbox',
  '--ozone-platform=wayland',
  'inspect',
  '/srv/inspect.txt',
  '--inspection',
])('%s is nothing to refuse', (word) => expect(refusedSwitch([program, word])).toBeNull());

test('what the program itself is called does not count', () => expect(refusedSwitch(['--inspect'])).toBeNull());

const packaged = { packaged: true };

test.each([
  'http://gate.example',
  'http://10.0.0.5:4000',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://[::2]',
])('a packaged kiosk does not speak to %s in the clear', (serverUrl) => {
  for (const [text, env] of [
    [JSON.stringify({ serverUrl }), {}],
    [null, { GATEHOUSE_URL: serverUrl }],
  ] as const) {
    const refused = { ok: false, errors: [{ path: 'serverUrl', message: expect.stringContaining('https://') }] };
    expect(parseKioskConfig(text, env, packaged)).toMatchObject(refused);
    expect(parseKioskConfig(text, env)).toMatchObject({ ok: true });
  }
});

test.each(['https://gate.example', 'http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
  'a packaged kiosk speaks to %s',
  (serverUrl) =>
    expect(parseKioskConfig(JSON.stringify({ serverUrl }), {}, packaged)).toMatchObject({
      ok: true,
      value: { serverUrl },
    }),
);

test('without a setting it is the server on the same machine', () =>
  expect(parseKioskConfig(null, {}, packaged)).toMatchObject({ ok: true }));
