/** Entry of the page that the kiosk's benches open: the kiosk itself, and beside it the ceilings and the peer. */
import { type KioskUnderTest, kiosk } from '#test/fixtures/kiosk-page/kiosk-under-test.ts';
import { type Ceilings, ceilings } from './ceilings.ts';
import { timeRxdbPull } from './rxdb-peer.ts';
import { timeDecisions } from './time-decisions.ts';

interface BenchPage {
  readonly kiosk: KioskUnderTest;
  readonly ceilings: Ceilings;
  readonly timeDecisions: typeof timeDecisions;
  readonly timeRxdbPull: typeof timeRxdbPull;
}

declare global {
  var bench: BenchPage;
}

globalThis.bench = { kiosk, ceilings, timeDecisions, timeRxdbPull };
