/** The way of a scan through the page: a code that was held there before a panel began to wait for it counts for that panel. */
import { afterEach, expect, test } from 'vitest';
import type { OnScan, ScanText } from '#kiosk/scanner/scan-text.ts';
import { createScanner } from '#kiosk/scanner/scanner.ts';
import { wireScans } from '#kiosk/start/wire-scans.ts';
import { peerCodeOpening } from '#kiosk/station/venue.ts';
import { createScannedAddresses } from '#kiosk/venue/scanned-addresses.ts';
import type { StationLab } from '#test/fixtures/station-lab.ts';
import { openRequestHandler } from '../station/sample-people.ts';

let lab: StationLab;
afterEach(() => lab.station.close());

test('another kiosk’s code that was before the camera already is taken once the settings are open, and once alone', async () => {
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
  const screen = {
    take(scan: ScanText) {
      toDoor.push(scan);
      return null;
    },
    reset() {},
  };
  const end = wireScans({
    scanner: createScanner([camera]),
    station: { ...lab.station, venue: { ...lab.station.venue, offerCode: addresses.offer } },
    preflight: { offerScan: () => false },
    ...{ door: screen, selfService: screen, leads: { scan() {}, reset() {} } },
  });
  const hold = (atMs: number) =>
    seen.scan({ source: 'camera', candidates: [`${peerCodeOpening}192.0.2.7:4011`], atMs });
  hold(0);
  hold(100);
  expect([toDoor.length, added]).toEqual([1, []]);
  const taken: boolean[] = [];
  const endWaiting = addresses.await((done) => taken.push(done));
  hold(200);
  hold(300);
  await expect.poll(() => taken).toEqual([true]);
  expect([toDoor.length, added]).toEqual([1, ['192.0.2.7:4011']]);
  endWaiting();
  hold(400);
  expect(toDoor).toHaveLength(1);
  end();
});
