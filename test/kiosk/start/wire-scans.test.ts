/** The way of a scan through the page: a code that was held there before a panel began to wait for it counts for that panel. */
import { afterEach, expect, test } from 'vitest';
import type { OnScan, ScanText } from '#kiosk/scanner/scan-text.ts';
import { createScanner } from '#kiosk/scanner/scanner.ts';
import { wireScans } from '#kiosk/start/wire-scans.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { type CodeAnswer, peerCodeOpening } from '#kiosk/station/venue.ts';
import { createScannedAddresses } from '#kiosk/venue/scanned-addresses.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { openRequestHandler } from '../station/sample-people.ts';

let lab: StationLab;
afterEach(() => lab.station.close());

/** The page's way of a scan, with one camera; the station is a kiosk's own. */
async function openWay(held: string) {
  lab = await openRequestHandler({}, { online: false });
  const seen: { scan: OnScan } = { scan: () => {} };
  const camera = {
    start(onScan: OnScan) {
      seen.scan = onScan;
    },
    stop() {},
  };
  const added: string[] = [];
  const addresses = createScannedAddresses(async (address) => added.push(address) > 0);
  const toDoor: ScanText[] = [];
  const shownAtDoor: AdmitResult[] = [];
  const screen = {
    take(scan: ScanText) {
      toDoor.push(scan);
      return (result: AdmitResult) => void shownAtDoor.push(result);
    },
    reset() {},
  };
  const venue = { ...lab.station.venue, offerCode: addresses.offer, refuseCode: addresses.refuse };
  const end = wireScans({
    scanner: createScanner([camera]),
    station: { ...lab.station, venue },
    preflight: { offerScan: () => false },
    ...{ door: screen, selfService: screen, leads: { scan() {}, reset() {} } },
  });
  const hold = (atMs: number, text = held) => seen.scan({ source: 'camera', candidates: [text], atMs });
  return { added, addresses, toDoor, shownAtDoor, hold, end };
}

test('another kiosk’s code that was before the camera already is taken once the settings are open, and once alone', async () => {
  const { added, addresses, end, hold, toDoor } = await openWay(`${peerCodeOpening}192.0.2.7:4011`);
  hold(0);
  hold(100);
  expect([toDoor.length, added]).toEqual([1, []]);
  const said: CodeAnswer[] = [];
  const endWaiting = addresses.await((answer) => said.push(answer));
  hold(200);
  hold(300);
  await expect.poll(() => said).toEqual(['added']);
  expect([toDoor.length, added]).toEqual([1, ['192.0.2.7:4011']]);
  endWaiting();
  hold(400);
  expect(toDoor).toHaveLength(1);
  end();
});

test('what is neither a ticket nor a kiosk’s code is named once in the settings, also where it was held there before, and closes nothing', async () => {
  const { addresses, end, hold, shownAtDoor } = await openWay('https://example.org/menu');
  hold(0);
  await expect.poll(() => shownAtDoor).toHaveLength(1);
  const said: CodeAnswer[] = [];
  const endWaiting = addresses.await((answer) => said.push(answer));
  hold(100);
  hold(200);
  expect(said).toEqual(['not_a_kiosk']);
  hold(300, 'https://example.org/wifi');
  await expect.poll(() => said).toEqual(['not_a_kiosk', 'not_a_kiosk']);
  expect(shownAtDoor).toHaveLength(1);
  endWaiting();
  hold(400, 'https://example.org/map');
  await expect.poll(() => shownAtDoor).toHaveLength(2);
  end();
});
