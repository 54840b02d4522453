/** The environment: what is taken, what is refused, and in which words. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '#server/core/config-error.ts';
import { readConfig } from '#server/start/config.ts';

describe('what is refused', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['PORT', ' 80'],
    ['HOST', 'a b'],
    ['HOST', 'http://x'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'gate'],
    ['PUBLIC_URL', 'gate.example'],
    ['PUBLIC_URL', 'ftp://gate.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://user:pass@gate.example'],
    ['PUBLIC_URL', 'https://gate.example/?a=b'],
    ['PUBLIC_URL', 'https://gate.example/#a'],
    ['SMTP_URL', 'http://mail'],
    ['PUBLIC_PAGES_URL', 'pages.example'],
    ['PUBLIC_PAGES_URL', 'https://pages.example/path'],
    ['PUBLIC_PAGES_URL', 'https://u:p@pages.example'],
    ['PUBLIC_PAGES_URL', 'http://127.0.0.1:4000'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.1/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['STRIPE_API_BASE', 'localhost'],
    ['STRIPE_SECRET_KEY', 'sk_test_without_a_webhook_secret'],
    ['NOW_OFFSET_MS', 'yesterday'],
    ['NOW_OFFSET_MS', '1e15'],
    ['NOW_OFFSET_MS', '999999999999999'],
  ];
  test.each(wrong)('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}`));
  });

  test('a refused address is not repeated: it may hold a password', () => {
    for (const name of ['SMTP_URL', 'DATABASE_URL', 'PUBLIC_URL'])
      expect(() => readConfig({ [name]: 'ldap://me:hunter2@host' })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
      );
  });
});

describe('a setting that is named in the documents and not read', () => {
  test('DATABASES is refused with what to do, and no password is repeated', () => {
    const read = () =>
      readConfig({ DATABASE_URL: 'postgres://me@host/main', DATABASES: 'b=postgres://me:hunter2@host/x' });
    expect(read).toThrow(/^DATABASES is set, but .*tenant export.*tenant import/);
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});

describe('the embeddings service', () => {
  test('has an address, a model, a key and a calibration', () => {
    expect(readConfig({}).embeddings).toBe(null);
    const url = 'http://127.0.0.1:8080/v1';
    const set = {
      EMBEDDINGS_URL: `${url}/`,
      EMBEDDINGS_MODEL: 'small',
      EMBEDDINGS_KEY: 'k',
      EMBEDDINGS_CALIBRATION: '0.2,0.8',
    };
    expect(readConfig(set).embeddings).toEqual({ url, model: 'small', key: 'k', calibration: { lo: 0.2, hi: 0.8 } });
    expect(readConfig({ EMBEDDINGS_URL: url }).embeddings).toMatchObject({ key: null, calibration: { lo: 0, hi: 1 } });
  });

  test.each(['EMBEDDINGS_KEY', 'EMBEDDINGS_MODEL', 'EMBEDDINGS_CALIBRATION'])(
    '%s is refused without its address',
    (name) => {
      expect(() => readConfig({ [name]: 'x' })).toThrow(new RegExp(`^${name} is set, but EMBEDDINGS_URL is not`));
      expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
    },
  );

  test.each(['1,0', '0', '0,2', 'a,b', '-1,1'])('the calibration %s is refused', (EMBEDDINGS_CALIBRATION) => {
    expect(() => readConfig({ EMBEDDINGS_URL: 'http://a/v1', EMBEDDINGS_CALIBRATION })).toThrow(
      /^EMBEDDINGS_CALIBRATION/,
    );
  });

  test('a password in its address is refused and not repeated', () => {
    const read = () => readConfig({ EMBEDDINGS_URL: 'https://me:hunter2@host/v1' });
    expect(read).toThrow(/^EMBEDDINGS_URL/);
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});

describe('SANDBOX_HOST', () => {
  test('is a host name, in lower case', () => {
    expect(readConfig({ SANDBOX_HOST: 'Sandbox.Example.org:8443' }).sandboxHost).toBe('sandbox.example.org:8443');
    expect(readConfig({ PUBLIC_URL: 'https://gate.example' }).sandboxUrl).toBe('https://gate.example/sandbox');
    const own = readConfig({ PUBLIC_URL: 'https://gate.example', SANDBOX_HOST: 'try.example' });
    expect(own.sandboxUrl).toBe('https://try.example');
  });

  test.each(['https://sandbox.example', 'a b', 'x/y', '127.0.0.1:4000'])('%s is refused', (SANDBOX_HOST) => {
    expect(() => readConfig({ SANDBOX_HOST })).toThrow('SANDBOX_HOST');
  });
});

describe('what is taken', () => {
  test('nothing at all: this machine, port 4000, ./data, the test processor', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      dataDir: expect.stringMatching(/[\\/]data$/),
      publicUrl: 'http://127.0.0.1:4000',
      databaseUrl: null,
      smtpUrl: null,
      stripe: { secretKey: null, webhookSecrets: [], apiBase: null },
      logLevel: 'info',
      nowOffsetMs: 0,
      drainMs: 0,
    });
    expect(readConfig({ PORT: '', HOST: '', PUBLIC_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  test('addresses are made reachable and lose their last slash', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://127.0.0.1:80');
    expect(readConfig({ HOST: '::', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
    expect(readConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]:80');
    expect(readConfig({ PUBLIC_URL: 'https://gate.example/at//' }).publicUrl).toBe('https://gate.example/at');
  });

  test('several webhook secrets while one is replaced', () => {
    expect(readConfig({ STRIPE_WEBHOOK_SECRET: ' whsec_a, whsec_b,' }).stripe.webhookSecrets).toEqual([
      'whsec_a',
      'whsec_b',
    ]);
  });
});
