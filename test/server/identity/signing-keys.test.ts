/** Keys of access tokens over time: rotated, withdrawn, on two servers; every kind of token × every moment of its life. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { controlTenant } from '#server/core/tenants/control.ts';
import { openAccessTokens } from '#server/identity/credentials/access-tokens.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { openSecrets } from '#server/identity/credentials/secrets.ts';
import { keyLifeMs } from '#server/identity/credentials/signing-key-pairs.ts';
import { knownForMs, openSigningKeys } from '#server/identity/credentials/signing-keys.ts';
import { signingKeys } from '#server/identity/credentials/tables.ts';
import { tokenLivesMs } from '#server/identity/credentials/token-lives.ts';
import type { Store } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';

let folder: string;
let store: Store;
let nowMs = Date.parse('2026-01-01T00:00:00Z');
const clock = () => nowMs;
const newId = idMaker(clock);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-keys-'));
  store = openSqliteStore({ folder, clock, newId });
  await (await store.tenant(controlTenant)).migrate([signingKeys]);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server of its own on the same database. */
async function server() {
  const keys = openSigningKeys(await store.tenant(controlTenant), openSecrets(folder), clock, newId);
  return { keys, tokens: openAccessTokens(keys, 'https://gate.example', clock) };
}
const kinds = Object.keys(tokenLivesMs) as (keyof typeof tokenLivesMs)[];
const subjectOf = (kind: keyof typeof tokenLivesMs) => ({
  ...{ tenant: newId(), member: newId(), session: newId() },
  ...(kind === 'session' ? {} : { app: { client: newId(), scopes: ['events:read'] } }),
});

test('a token is good to the end of its life, however often keys were rotated meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      async (kind, moments) => {
        const [one, two] = [await server(), await server()];
        const { accessToken, expiresIn } = await one.tokens.issue(subjectOf(kind));
        const startMs = nowMs;
        const lifeMs = expiresIn * secondMs;
        expect(lifeMs).toBe(tokenLivesMs[kind]);
        for (const moment of moments.toSorted((a, b) => a - b)) {
          nowMs = startMs + Math.floor(moment * (lifeMs - secondMs));
          await one.keys.rotate();
          for (const { tokens } of [one, two]) expect((await tokens.read(accessToken)).ok).toBe(true);
        }
        nowMs = startMs + lifeMs - secondMs;
        for (const { tokens } of [one, two, await server()]) expect((await tokens.read(accessToken)).ok).toBe(true);
        nowMs += minuteMs;
        expect(await two.tokens.read(accessToken)).toMatchObject({ errors: [{ code: 'credential_expired' }] });
      },
    ),
    { numRuns: 40 },
  );
});

test('a withdrawn key ends every token it signed, at once here and within a minute at other servers', async () => {
  for (const kind of kinds) {
    const [one, two] = [await server(), await server()];
    for (let n = 0; n < 60; n += 1) await one.keys.rotate();
    nowMs += 3 * knownForMs;
    const { accessToken } = await one.tokens.issue(subjectOf(kind));
    expect((await two.tokens.read(accessToken)).ok).toBe(true);
    await one.keys.rotate({ withdraw: true });
    expect((await one.tokens.read(accessToken)).ok).toBe(false);
    nowMs += knownForMs;
    expect((await two.tokens.read(accessToken)).ok).toBe(false);
    expect((await one.tokens.read((await one.tokens.issue(subjectOf(kind))).accessToken)).ok).toBe(true);
  }
});

test('after a long rest, the token that is signed first is good', async () => {
  const one = await server();
  await one.tokens.issue(subjectOf('app'));
  nowMs += 7 * keyLifeMs;
  const { accessToken } = await one.tokens.issue(subjectOf('app'));
  for (const { tokens } of [one, await server()]) expect((await tokens.read(accessToken)).ok).toBe(true);
  nowMs += tokenLivesMs.app - secondMs;
  expect((await (await server()).tokens.read(accessToken)).ok).toBe(true);
});

test('the signature of a token is checked once, as long as its key is believed and the token lives', async () => {
  const { keys, tokens } = await server();
  const checks = vi.spyOn(crypto.subtle, 'verify');
  try {
    const { accessToken } = await tokens.issue(subjectOf('session'));
    const first = await tokens.read(accessToken);
    expect(await tokens.read(accessToken)).toEqual(first);
    expect(first.ok).toBe(true);
    expect(checks).toHaveBeenCalledTimes(1);
    // Another signature under the same words is another token.
    const forged = accessToken.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (let n = 0; n < 2; n += 1) expect((await tokens.read(forged)).ok).toBe(false);
    expect(checks).toHaveBeenCalledTimes(3);
    nowMs += tokenLivesMs.session + minuteMs;
    expect(await tokens.read(accessToken)).toMatchObject({ errors: [{ code: 'credential_expired' }] });
    const { accessToken: next } = await tokens.issue(subjectOf('session'));
    expect((await tokens.read(next)).ok).toBe(true);
    await keys.rotate({ withdraw: true });
    expect(await tokens.read(next)).toMatchObject({ errors: [{ code: 'unauthenticated' }] });
  } finally {
    checks.mockRestore();
  }
});
