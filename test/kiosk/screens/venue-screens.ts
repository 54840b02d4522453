/** The screens that show other kiosks on the network: in the settings, and on the board. */
import type { Page } from 'playwright-core';
import { typedOutcomes, type VenueState } from '#kiosk/station/venue.ts';
import type { RefusalReason } from '#shared/peers/session.ts';
import { boardPicture } from './board-screens.ts';

/** One of each kind that is a sentence of its own. */
const refused: readonly RefusalReason[] = [
  ...(['revoked', 'key_unknown', 'entry_forged', 'sender_unknown'] as const),
  ...(['frame_too_large', 'not_proven', 'too_many_lines', 'silent', 'version_unknown'] as const),
];

const named = { isBox: false, inReach: true, online: false };
export const venuePicture: VenueState = {
  condition: 'open',
  members: 4,
  inReach: 3,
  kiosks: [
    { ...named, id: 'kiosk-3', name: 'Kiosk 3', self: true, hears: ['Kiosk 7', 'Box at the registration desk'] },
    { ...named, id: 'kiosk-7', name: 'Kiosk 7', self: false, hears: ['Kiosk 3'] },
    { ...named, id: 'kiosk-9', name: null, self: false, online: null, hears: [] },
    { ...named, id: 'box', name: 'Box at the registration desk', self: false, isBox: true, online: true, hears: [] },
  ],
  reports: refused.map((reason, n) => ({
    ...{ reason, count: n + 1, lastAtMs: 0 },
    kioskName: reason === 'entry_forged' || reason === 'revoked' ? 'Kiosk 9' : null,
  })),
  addresses: ['192.168.1.20:4011', 'gate-north.local:4011'],
  typed: typedOutcomes.map((outcome, n) => ({
    ...{ address: `192.168.1.${21 + n}:4011`, outcome },
    kioskName: outcome === 'reached' ? 'Kiosk 7' : null,
  })),
  keyOutdated: true,
  dropped: 12,
};

async function openSettings(page: Page, change: Partial<VenueState>): Promise<void> {
  await page.evaluate((next) => window.scripted.venue(next), change);
  await page
    .getByRole('button', { name: /Settings/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Other kiosks on the network' }).scrollIntoViewIfNeeded();
}

const noPlace = { typed: [], addresses: [], kiosks: [], reports: [] };

export async function openVenueBoard(page: Page): Promise<void> {
  await page.evaluate(
    ([picture, venue]) => {
      window.scripted.board(picture);
      window.scripted.venue(venue);
    },
    [boardPicture, venuePicture] as const,
  );
  await page.keyboard.press('F10');
  await page.getByRole('button', { name: 'Open the board' }).click();
  await page.locator('dialog .board [data-refused]').first().scrollIntoViewIfNeeded();
}

export const venueScreens = [
  { name: 'panel-settings-venue', show: (page: Page) => openSettings(page, venuePicture) },
  {
    name: 'panel-settings-venue-other-code',
    show: async (page: Page) => {
      await openSettings(page, { ...venuePicture, ...noPlace, condition: 'no_address' });
      await page.evaluate(() => window.scripted.peerCode('not_a_kiosk'));
      await page.getByText('This is not the code of another kiosk.').waitFor();
    },
  },
  {
    name: 'panel-settings-venue-off',
    show: (page: Page) => openSettings(page, { ...venuePicture, ...noPlace, condition: 'switched_off' }),
  },
  { name: 'panel-board-venue', show: openVenueBoard },
];
