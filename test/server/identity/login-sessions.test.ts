/** A login ends for good: after any number of renewals, and also one that an earlier release opened. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlTenant } from '#server/core/tenants/control.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { openSecrets } from '#server/identity/credentials/secrets.ts';
import {
  type LoginSessions,
  loginMs,
  openLoginSessions,
  refreshTokenMs,
} from '#server/identity/people/login-sessions.ts';
import { loginSessions } from '#server/identity/people/tables.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';

const begun = { how: 'password', from: '127.0.0.1' } as const;
let folder: string;
let store: Store;
let control: TenantStore;
let sessions: LoginSessions;
let nowMs = Date.parse('2026-01-01T00:00:00Z');
const clock = () => nowMs;
const newId = idMaker(clock);
const owner = () => ({ account: newId(), tenant: newId(), member: newId() });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-logins-'));
  store = openSqliteStore({ folder, clock, newId });
  control = await store.tenant(controlTenant);
  await control.migrate([loginSessions]);
  sessions = openLoginSessions(control, openSecrets(folder), clock);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Renews at these intervals until it is refused. @returns how long the login was good, in milliseconds */
async function livesFor(refreshToken: string, startMs: number, steps: () => number): Promise<number> {
  for (let token = refreshToken; ; ) {
    nowMs += steps();
    const next = await sessions.refresh(token);
    if (!next.ok) return nowMs - startMs;
    expect(nowMs - startMs).toBeLessThanOrEqual(loginMs);
    token = next.value.refreshToken;
  }
}

test('renewed at any intervals, a login ends after ninety days at the latest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: dayMs / 2, max: refreshTokenMs }), { minLength: 1, maxLength: 20 }),
      async (gaps) => {
        const startMs = nowMs;
        const { refreshToken, session } = await sessions.open(owner(), begun);
        let n = 0;
        await livesFor(refreshToken, startMs, () => gaps[n++ % gaps.length] ?? dayMs);
        nowMs = Math.max(nowMs, startMs + loginMs + 1);
        expect(await sessions.alive(session.id)).toBeNull();
      },
    ),
    { numRuns: 30 },
  );
});

test('an end that was asked for is kept where it comes first', async () => {
  const startMs = nowMs;
  const soon = await sessions.open(owner(), { ...begun, endsAt: isoTime(nowMs + 2 * dayMs) });
  expect(soon.session.endsAt).toBe(isoTime(startMs + 2 * dayMs));
  const late = await sessions.open(owner(), { ...begun, endsAt: isoTime(nowMs + 400 * dayMs) });
  expect(late.session.endsAt).toBe(isoTime(startMs + loginMs));
  expect(await livesFor(soon.refreshToken, startMs, () => dayMs)).toBe(3 * dayMs);
});

test('one that an earlier release opened, without an end, ends as well', async () => {
  const startMs = nowMs;
  const { refreshToken, session } = await sessions.open(owner(), begun);
  await control.commit('system:test', async (tx) =>
    ok(await tx.update('login_sessions', session.id, { endsAt: null })),
  );
  expect(await livesFor(refreshToken, startMs, () => 20 * dayMs)).toBe(100 * dayMs);
});
