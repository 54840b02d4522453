import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHostAddress } from '#kiosk/printing/host-address.ts';
import { openPreferences } from '#kiosk/screens/model/preference-store.ts';
import { defaultPreferences, parsePreferences } from '#kiosk/screens/model/preferences.ts';
import { tidyPairingCode } from '#kiosk/screens/pairing/pairing-code.ts';
import { readPageAddress, readServerUrl } from '#kiosk/start/page-address.ts';

test('parameters are read, and what is spent or secret leaves the address', () => {
  const address = readPageAddress(
    'https://gate.example.org/kiosk/?pair=ABCD2345&camera=off&station=Hall-2/../x&host=ws%3A%2F%2F127.0.0.1%3A4010%2F%3Ftoken%3Ds3cret',
  );
  expect(address).toEqual({
    pairingCode: 'ABCD2345',
    cameraOff: true,
    station: 'hall-2x',
    hostAddress: 'ws://127.0.0.1:4010/?token=s3cret',
    serverUrl: 'https://gate.example.org',
    tidy: 'https://gate.example.org/kiosk/?camera=off&station=Hall-2%2F..%2Fx',
  });
});

describe('where the server is', () => {
  test.each([
    ['http://127.0.0.1:4000/kiosk/', 'http://127.0.0.1:4000'],
    ['https://gate.example.org/sandbox/kiosk/index.html', 'https://gate.example.org/sandbox'],
    ['app://kiosk/index.html', ''],
  ])('%s', (href, serverUrl) => {
    expect(readPageAddress(href).serverUrl).toBe(serverUrl);
  });

  test.each([
    ['gate.example.org', 'https://gate.example.org'],
    ['http://10.0.0.5:4000/', 'http://10.0.0.5:4000'],
    ['https://gate.example.org/sandbox/', 'https://gate.example.org/sandbox'],
    [' https://gate.example.org ', 'https://gate.example.org'],
    ['\tgate.example.org', 'https://gate.example.org'],
    ['ftp://gate.example.org', null],
    [' ftp://gate.example.org', null],
    ['', null],
    ['not an address', null],
  ])('typed as "%s"', (typed, serverUrl) => {
    expect(readServerUrl(typed)).toBe(serverUrl);
  });
});

describe('a device host is on the machine of the page', () => {
  const asLink = (host: string) => readPageAddress(`http://x/kiosk/?${new URLSearchParams({ host })}`).hostAddress;
  const asKept = (hostAddress: string) => parsePreferences(JSON.stringify({ hostAddress })).hostAddress;

  test.each(['ws://127.0.0.1:4010/?token=s', 'ws://localhost:4010/?token=s'])('%s', (host) => {
    expect([asLink(host), asKept(host), readHostAddress(host)]).toEqual([host, host, host]);
  });

  test.each([
    'ws://evil.example/?token=s',
    'wss://evil.example/',
    'ws://127.0.0.1.evil.example:4010/',
    'ws://localhost.evil.example/',
    'ws://127.0.0.1@evil.example/',
    'ws://127.0.0.1:4010@evil.example/',
    'ws://evil.example/#ws://127.0.0.1:4010/',
    'ws://10.0.0.5:4010/',
    'ws://[::1]:4010/',
    'http://127.0.0.1:4010/',
    'javascript:alert(1)',
    '//127.0.0.1:4010',
    '',
  ])('is refused in a link, in the storage and by hand: %s', (host) => {
    expect([asLink(host), asKept(host), readHostAddress(host)]).toEqual([null, null, null]);
  });

  test('no generated address of another machine is taken', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['ws', 'wss', 'http'], withQueryParameters: true }), (host) => {
        expect(readHostAddress(host)).toBeNull();
      }),
    );
  });
});

test('a pairing code is read as people type it', () => {
  expect(tidyPairingCode(' k7pq-2m4x ')).toBe('K7PQ2M4X');
});

describe('preferences', () => {
  test.each([null, '', 'no json', '[]', '{"theme":"neon","sound":"yes","resultSeconds":3,"printerId":7}'])(
    'are complete for any stored value: %s',
    (stored) => {
      expect(parsePreferences(stored)).toEqual(defaultPreferences);
    },
  );

  test('two kiosks in one browser keep their own, and a storage that refuses costs only memory', () => {
    const disk = new Map<string, string>();
    const storage = {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem: (key: string, value: string) => void disk.set(key, value),
    };
    openPreferences('gatehouse-a', () => storage).set({ theme: 'dark' });
    expect(openPreferences('gatehouse-a', () => storage).get().theme).toBe('dark');
    expect(openPreferences('gatehouse-b', () => storage).get().theme).toBe('auto');
    const full = openPreferences('gatehouse-c', () => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }));
    full.set({ sound: false });
    expect(full.get().sound).toBe(false);
  });

  test('a browser that forbids storage has the defaults, and they can be changed until the page is closed', () => {
    const forbidden = openPreferences('gatehouse', () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(forbidden.get()).toEqual(defaultPreferences);
    forbidden.set({ theme: 'dark' });
    expect(forbidden.get().theme).toBe('dark');
  });
});
