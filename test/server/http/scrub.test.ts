/**
 * A log line never holds a secret: tested with the list of our prefixes, the tokens the server gives, and addresses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { scrub } from '#server/http/scrub.ts';
import { newCredential } from '#server/identity/credentials/new-id.ts';
import { type CredentialKind, credentialPrefixes } from '#shared/base/credential-prefixes.ts';

const kinds = Object.keys(credentialPrefixes) as CredentialKind[];
const around = fc.constantFrom('', ' ', '"', '\n', '=', ':', '/', '?x=', '(', "'", 'Bearer ', '\\n', 'a');
const after = fc.constantFrom('', ' ', '"', '\n', ',', ')', '&y=1', '#z', "'", '\\n');

function logged(message: string, fields: Record<string, unknown> = {}): string {
  const lines: string[] = [];
  createLog('debug', (line) => lines.push(line)).error(message, fields);
  return lines.join('');
}

describe('a log line', () => {
  test.each(kinds)('holds no %s, wherever it stands', (kind) => {
    fc.assert(
      fc.property(around, after, fc.boolean(), (before, next, inField) => {
        const secret = newCredential(kind);
        const text = `${before}${secret}${next}`;
        const line = inField ? logged('m', { fault: { cause: text } }) : logged(text);
        expect(line).not.toContain(secret.slice(credentialPrefixes[kind].length));
      }),
    );
  });

  test('strikes out stamped and sealed tokens: the text after a prefix may have dots, dashes and base64', () => {
    const rest = fc.stringMatching(/^[A-Za-z0-9_.+/=-]{10,200}$/);
    fc.assert(
      fc.property(fc.constantFrom(...kinds), rest, (kind, text) => {
        expect(logged(`x ${credentialPrefixes[kind]}${text} y`)).toMatch(/"x <credential> y"/);
      }),
    );
  });

  test('holds no JWT, nor a link’s token that is stamped JSON', () => {
    const part = fc
      .uint8Array({ minLength: 8, maxLength: 60 })
      .map((bytes) => Buffer.from(bytes).toString('base64url'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 2 }), around, after, (parts, before, next) => {
        const head = Buffer.from('{"alg":"EdDSA","typ":"at+jwt"}').toString('base64url');
        const line = logged(`${before}${[head, ...parts].join('.')}${next}`);
        for (const secret of [head, ...parts]) expect(line).not.toContain(secret);
      }),
    );
  });

  test('holds no value of a query or a fragment, and no user of an address', () => {
    const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,20}$/);
    const value = fc.stringMatching(/^[A-Za-z0-9_.~%+/=-]{8,80}$/).filter((text) => !/^=*$/.test(text));
    fc.assert(
      fc.property(name, value, fc.constantFrom('?', '?a=b&', '#'), (key, secret, start) => {
        const line = logged(`GET https://host.example/path${start}${key}=${secret} failed`);
        expect(line).not.toContain(secret);
        expect(line).toContain('https://host.example/path');
      }),
    );
    for (const url of [
      'postgres://me:hunter2@db.example/x',
      's3://KEYKEY:hunter2@localhost:9000/b',
      'redis://:hunter2@10.0.0.1',
    ])
      expect(logged(`cannot reach ${url}`)).not.toMatch(/hunter2|KEYKEY/);
  });

  test('keeps what explains it', () => {
    const line =
      'GET /api/v1/events failed at server/http/request-handler.ts:12:3, 0199d2c4-8a51-7000-8000-00000000abcd, 10.0.0.5, EADDRINUSE';
    expect(scrub(line)).toBe(line);
  });

  test('is read once, however long it is', () => {
    for (const part of ['eyJ', 'eyJ.', 'gate_', 'gate_sk_live_', '?a=', '://', '://a', 'a.', '-', 'whsec_='])
      expect(scrub(part.repeat(200_000 / part.length)).length).toBeGreaterThan(0);
  });
});

/** Anything in the source that begins as a credential does. */
function literals(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap(
      (entry) =>
        readFileSync(join(entry.parentPath, entry.name), 'utf8').match(
          /['"`](?:gate_[a-z]{2}_(?:live_|test_)?|whsec_)/g,
        ) ?? [],
    );
}

test('no credential has a prefix that is not in the list', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const found = new Set(
    ['server', 'shared', 'kiosk'].flatMap((folder) => literals(join(root, folder))).map((text) => text.slice(1)),
  );
  const known = [...Object.values(credentialPrefixes), 'gate_sk_'];
  expect([...found].filter((prefix) => !known.includes(prefix))).toEqual([]);
  expect(found.size).toBeGreaterThan(3);
});
