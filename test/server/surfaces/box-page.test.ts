/** The page of a box, `/venue`: what people at the venue read when the server is gone, with what to do next. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import type { BoxStatus } from '#server/surfaces/box/box-status.ts';
import { mountBox } from '#server/surfaces/box/mount-box.ts';
import { refusalReasons } from '#shared/peers/session.ts';

const status: BoxStatus = {
  upstream: 'https://tickets.example.org',
  event: 'Harbour Fair',
  timezone: 'Europe/Oslo',
  reachable: false,
  problem: null,
  reachedAt: '2026-05-04T07:30:15.123Z',
  behind: 0,
  waiting: 3,
  refused: 0,
  refusals: [],
  kiosks: [],
  clockOffsetMs: null,
  ended: null,
  mesh: {
    condition: 'open',
    addresses: [],
    members: 1,
    inReach: [],
    keyOutdated: false,
    dropped: 0,
    reports: [{ reason: 'revoked', name: 'North', count: 2, lastAt: '2026-05-04T07:31:15.123Z' }],
  },
};

async function pageOf(change: Partial<BoxStatus>): Promise<string> {
  const app = express();
  mountBox(async () => ({ ...status, ...change })).mount(app, {} as never);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/venue`);
  const text = await response.text();
  server.close();
  return text;
}

const rawTime = /\d{4}-\d\d-\d\dT/;

test.each([
  'econnrefused',
  'enotfound',
  'eai_again',
  'ehostunreach',
  'econnreset',
  'timeout',
  'no_connection',
  'http_503',
  'http_429',
  'cert_has_expired',
  'depth_zero_self_signed_cert',
])('a server that is not reached (%s) is said with what to do, on the clock of the venue', async (problem) => {
  const page = await pageOf({ problem });
  expect(page).not.toContain(problem);
  expect(page).not.toMatch(rawTime);
  expect(page).toContain('tickets.example.org is not reached.');
  // 07:30 UTC.
  expect(page).toMatch(/It was reached last on [^.]*09:30/);
  expect(page).toMatch(/Check|Start|automatically/);
});

test('PE10 what had no room is counted, and a clock is named where it is off by more than an answer takes', async () => {
  const page = await pageOf({ clockOffsetMs: 65_000, mesh: { ...status.mesh, dropped: 12 } });
  expect(page).toContain('12 scans of kiosks had no room here.');
  expect(page).toContain('The clock of this computer is 65 s behind the server’s.');
  expect(await pageOf({ clockOffsetMs: -61_200 })).toContain('is 61 s ahead of the server’s.');
  const usual = await pageOf({ clockOffsetMs: -6 });
  for (const text of ['no room', 'The clock of']) expect(usual).not.toContain(text);
});

test('a box that has only begun to ask says so', async () => {
  expect(await pageOf({ problem: null, reachedAt: null })).toContain('https://tickets.example.org is being asked…');
});

test.each(refusalReasons)('a device that was refused (%s) is said in a sentence, not by a code', async (reason) => {
  const reports = [{ reason, name: 'North', count: 1, lastAt: '2026-05-04T07:31:15.123Z' }];
  const page = await pageOf({ mesh: { ...status.mesh, reports } });
  expect(page).toMatch(/North: Its? [a-z][^<]*\. \(once, last on [^<]*09:31/);
  expect(page).not.toContain(`North: ${reason}`);
  if (reason.includes('_')) expect(page).not.toContain(reason);
});

test('a kiosk that lost its power or network is called silent, not one whose messages cannot be read', async () => {
  const reports = [{ reason: 'silent' as const, name: 'North', count: 2, lastAt: '2026-05-04T07:31:15.123Z' }];
  const page = await pageOf({ mesh: { ...status.mesh, reports } });
  expect(page).toContain('North: It went silent. Check its power and its network. (2 times');
  expect(page).not.toContain('cannot be read');
});

test('a kiosk that syncs with the server itself is not called offline: the page says whether it is connected to this box', async () => {
  const kiosks = [
    { name: 'North', online: false, pending: null },
    { name: 'South', online: true, pending: 2 },
  ];
  const page = await pageOf({ kiosks });
  expect(page).toContain('<li>North: not connected to this box</li>');
  expect(page).toContain('<li>South: connected to this box, 2 unsent</li>');
});

test('a row that the server did not take is said in its words, without the code', async () => {
  const refusals = [{ id: 'r1', kiosk: 'k1', code: 'kiosk_revoked', message: 'This kiosk was revoked.' }];
  const page = await pageOf({ refused: 1, refusals });
  expect(page).toContain('This kiosk was revoked. (Kiosk k1, row r1)');
  expect(page).not.toContain('kiosk_revoked');
});
