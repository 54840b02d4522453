/**
 * Reports the resources that the process uses and the delay of its event loop, under the names that other Node programs use.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { secondMs } from '#shared/base/time.ts';
import type { Instruments } from './instruments.ts';

/** Delays are those of the last whole span: a figure since the start would hide what is wrong now. */
const spanMs = 10 * secondMs;
const resolutionMs = 20;
const nanoseconds = 1e9;

type Delays = Pick<ReturnType<typeof monitorEventLoopDelay>, 'count' | 'min' | 'mean' | 'max'>;

function secondsOf({ count, min, mean, max }: Delays, p99: number) {
  // The histogram measures the pause between two checks: the delay is the excess over the requested pause.
  const delay = (value: number) => (count === 0 ? 0 : Math.max(0, value / nanoseconds - resolutionMs / secondMs));
  return { min: delay(min), mean: delay(mean), p99: delay(p99), max: delay(max) };
}

/** @returns a function that stops the measuring */
export function measureProcess(instruments: Instruments): () => void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let last = { min: 0, mean: 0, p99: 0, max: 0 };
  const timer = setInterval(() => {
    last = secondsOf(histogram, histogram.percentile(99));
    histogram.reset();
  }, spanMs);
  timer.unref();
  const startedAt = (Date.now() - process.uptime() * secondMs) / secondMs;

  instruments.gauge('process_start_time_seconds', 'When the process started, in Unix seconds.', () => [
    [{}, startedAt],
  ]);
  instruments.gauge(
    'process_cpu_seconds_total',
    'CPU time, user and system together.',
    () => {
      const { user, system } = process.cpuUsage();
      return [[{}, (user + system) / 1e6]];
    },
    'counter',
  );
  instruments.gauge('process_resident_memory_bytes', 'Memory allocated to the process by the system.', () => [
    [{}, process.memoryUsage.rss()],
  ]);
  instruments.gauge('nodejs_heap_size_used_bytes', 'Memory used by JavaScript values.', () => [
    [{}, process.memoryUsage().heapUsed],
  ]);
  instruments.gauge('nodejs_external_memory_bytes', 'Memory used by buffers and native libraries.', () => [
    [{}, process.memoryUsage().external],
  ]);
  instruments.gauge('nodejs_eventloop_lag_seconds', 'Delay of the event loop in the last 10 s.', () =>
    Object.entries(last).map(([stat, value]) => [{ stat }, value] as const),
  );
  return () => {
    clearInterval(timer);
    histogram.disable();
  };
}
