/** The board's screens for the table in `screens.ts`: with everything odd at once, and without a server. */
import type { Page } from 'playwright-core';
import type { BoardPicture } from '#kiosk/station/board.ts';
import type { ConflictNotice } from '#kiosk/station/station.ts';
import type { BoardKiosk } from '#shared/sync/board.ts';

const kiosk: BoardKiosk = {
  id: 'kiosk-1',
  name: 'Kiosk 3',
  gate: 'gate-1',
  gateName: 'North entrance',
  role: 'gate',
  presence: 'online',
  lastSeenAt: '2026-05-12T09:30:12.000Z',
  dataAsOf: '2026-05-12T09:30:10.000Z',
  pending: 0,
  oldestUnsentAt: null,
  parked: 0,
  printer: 'ready',
  paper: 'ok',
  printerMessage: null,
  softwareVersion: '0.1.0',
  clockOffsetMs: 120,
  clockTrusted: true,
};

export const boardPicture: BoardPicture = {
  online: true,
  asking: false,
  board: {
    at: '2026-05-12T09:30:18.000Z',
    checkedIn: 1_287,
    gates: [
      {
        key: 'north',
        name: 'North entrance',
        checkedIn: 812,
        lastMinute: 14,
        last15Minutes: 187,
        last60Minutes: 611,
        kiosks: 1,
        pending: 0,
        oldestUnsentAt: null,
      },
      {
        key: 'south',
        name: 'South entrance with a very long name, behind the harbour',
        checkedIn: 475,
        lastMinute: 0,
        last15Minutes: 3,
        last60Minutes: 204,
        kiosks: 1,
        pending: 61,
        oldestUnsentAt: '2026-05-12T09:18:00.000Z',
      },
    ],
    kiosks: [
      kiosk,
      {
        ...kiosk,
        id: 'kiosk-2',
        name: 'Kiosk 7',
        gateName: 'South entrance',
        presence: 'offline',
        lastSeenAt: '2026-05-12T09:18:40.000Z',
        dataAsOf: '2026-05-12T09:17:10.000Z',
        pending: 61,
        oldestUnsentAt: '2026-05-12T09:18:00.000Z',
        parked: 2,
        printer: 'error',
        paper: 'out',
        printerMessage: 'Put in a new roll.',
        clockOffsetMs: 65_000,
      },
      {
        ...kiosk,
        id: 'kiosk-3',
        name: 'Kiosk 9',
        presence: 'offline',
        lastSeenAt: null,
        dataAsOf: null,
        pending: null,
        parked: null,
        printer: null,
        paper: null,
        softwareVersion: null,
        clockTrusted: false,
      },
    ],
    rooms: [
      { room: 'list:1', name: 'Great hall', capacity: 1_500, inside: 1_102, leased: 120, left: 278 },
      { room: 'gate:2', name: 'Workshop room', capacity: 60, inside: 63, leased: 0, left: -3 },
    ],
    conflicts: [],
    conflictCount: 0,
    reports: [],
    reportCount: 0,
  },
  lists: [{ id: 'list-1', name: 'Admission', checkedIn: 1_284 }],
  reports: [
    {
      id: 'report-1',
      kind: 'over_capacity',
      about: 'Workshop room',
      name: 'Jonas Berg',
      kioskName: 'Kiosk 7',
      happenedAt: '2026-05-12T09:25:00.000Z',
      capacity: 60,
      excess: 3,
    },
  ],
};

async function openBoard(page: Page, picture: BoardPicture, conflicts: readonly ConflictNotice[]): Promise<void> {
  await page.evaluate(
    ([board, twice]) => {
      window.scripted.board(board);
      window.scripted.station({ conflicts: twice });
    },
    [picture, conflicts] as const,
  );
  await page.keyboard.press('F10');
  await page.getByRole('button', { name: 'Open the board' }).click();
  await page.locator('dialog .board').waitFor();
}

export function boardScreens(conflict: ConflictNotice) {
  return [
    { name: 'panel-board', show: (page: Page) => openBoard(page, boardPicture, [conflict]) },
    {
      name: 'panel-board-alarm',
      show: async (page: Page) => {
        await openBoard(page, boardPicture, []);
        await page.evaluate((twice) => window.scripted.station({ conflicts: twice }), [conflict]);
        await page.locator('.board-banner').waitFor();
      },
    },
    {
      name: 'panel-board-offline',
      show: (page: Page) => openBoard(page, { ...boardPicture, online: false, board: null, reports: [] }, []),
    },
  ];
}
