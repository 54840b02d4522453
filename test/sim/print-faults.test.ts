import { expect, test } from 'vitest';
import { describeReport, runPrintFaults } from './print-faults.ts';

test('300 badges over printers that keep failing: none lost in silence, none doubled without a mark', async () => {
  const seed = Number(process.env['PRINT_FAULTS_SEED'] ?? Math.floor(Math.random() * 1_000_000));
  const report = await runPrintFaults(300, seed);
  console.log(describeReport(report));
  expect(report.violations, `PRINT_FAULTS_SEED=${seed}`).toEqual([]);
  // The run means something only when much went well and much went wrong.
  expect(report.printed).toBeGreaterThan(100);
  expect(report.faults).toBeGreaterThan(10);
  expect(report.printed + [...report.failed.values(), ...report.unknown.values()].reduce((a, b) => a + b, 0)).toBe(300);
});
