/**
 * The script of the page that the kiosk's benches open. It puts into `bench` the kiosk under test, the measurements, and what
 * they are compared with: the browser alone (ceilings.ts) and RxDB (rxdb-peer.ts).
 */
import { type KioskUnderTest, kiosk } from '#test/fixtures/kiosk-page/kiosk-under-test.ts';
import { admitTimed, whenVisible } from './admit-timed.ts';
import { type Ceilings, ceilings } from './ceilings.ts';
import { type MainThread, watchMainThread } from './main-thread.ts';
import { queueScans } from './queue-scans.ts';
import { timeRxdbPull } from './rxdb-peer.ts';
import { timeDecisions } from './time-decisions.ts';

interface BenchPage {
  readonly kiosk: KioskUnderTest;
  readonly ceilings: Ceilings;
  readonly admitTimed: typeof admitTimed;
  readonly whenVisible: typeof whenVisible;
  readonly queueScans: typeof queueScans;
  readonly mainThread: MainThread;
  readonly timeDecisions: typeof timeDecisions;
  readonly timeRxdbPull: typeof timeRxdbPull;
}

declare global {
  var bench: BenchPage;
}

globalThis.bench = {
  kiosk,
  ceilings,
  admitTimed,
  whenVisible,
  queueScans,
  mainThread: watchMainThread(),
  timeDecisions,
  timeRxdbPull,
};
