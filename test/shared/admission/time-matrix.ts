/**
 * `npm run time-matrix`: what a kiosk decides about the code on a ticket page, for each pair of wrong clocks from a day
 * slow to a day fast, by the product's own rules. The same 49 pairs are tests in corrected-clock.test.ts.
 */
import { anchorOf } from '#shared/admission/corrected-clock.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { codeFor } from '#shared/ticket/series.ts';
import { nowMs } from './attempt.ts';
import { Device, series, skews, verdictBy } from './skewed-clocks.ts';

const noCode = 'no code shown';

function words(skewMs: number): string {
  if (skewMs === 0) return 'right';
  const hours = Math.abs(skewMs) >= hourMs;
  return `${skewMs > 0 ? '+' : '−'}${Math.abs(skewMs) / (hours ? hourMs : minuteMs)} ${hours ? 'h' : 'min'}`;
}

function verdictAt(kiosk: Device, pageSkewMs: number): string {
  const shown = codeFor(series, kiosk.trueMs + pageSkewMs);
  return shown === null ? noCode : verdictBy(shown, kiosk.look());
}

function heardAnHourAgo(skewMs: number): Device {
  const kiosk = new Device(nowMs - hourMs, skewMs);
  kiosk.hear();
  kiosk.pass(hourMs);
  return kiosk;
}

function setWhileOff(skewMs: number): Device {
  const before = new Device(nowMs - 2 * hourMs, 0);
  before.hear();
  before.look();
  return new Device(nowMs, skewMs, anchorOf(before.state));
}

function heardAfterwards(skewMs: number): Device {
  const kiosk = setWhileOff(skewMs);
  kiosk.hear();
  return kiosk;
}

const situations = {
  'The kiosk heard the server an hour ago': heardAnHourAgo,
  'The kiosk was off for two hours, its clock was set meanwhile, and there is no network': setWhileOff,
  'The same, and then it hears the server': heardAfterwards,
};

for (const [situation, kioskWith] of Object.entries(situations)) {
  console.log(`\n${situation}:`);
  const rows = skews.map((page) => [
    `page ${words(page)}`,
    Object.fromEntries(skews.map((kiosk) => [`kiosk ${words(kiosk)}`, verdictAt(kioskWith(kiosk), page)])),
  ]);
  console.table(Object.fromEntries(rows));
}
