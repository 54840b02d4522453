import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { recoverPage, reloadDelayMs } from '#kiosk/main/recovery.ts';

test('a page that keeps dying is reloaded slower and slower, one that lived well at once again', () => {
  let nowMs = 0;
  let reloads = 0;
  const loaded: string[] = [];
  const delays: number[] = [];
  const contents = Object.assign(new EventEmitter(), {
    reload: () => {
      reloads += 1;
    },
    loadURL: async (url: string) => {
      loaded.push(url);
    },
    forcefullyCrashRenderer: () => {
      contents.emit('render-process-gone', {}, { reason: 'crashed' });
    },
    isDestroyed: () => false,
  });
  const after = (delayMs: number, callback: () => void): void => {
    delays.push(delayMs);
    nowMs += delayMs;
    callback();
  };
  recoverPage(contents as unknown as WebContents, { now: () => nowMs, after }, 'app://kiosk/safe.html');
  const die = (): void => void contents.emit('render-process-gone', {}, { reason: 'oom' });
  die();
  die();
  contents.emit('unresponsive');
  expect(delays).toEqual([250, 500, 1_000]);
  for (let i = 0; i < 20; i += 1) die();
  expect(delays.at(-1)).toBe(30_000);
  nowMs += 3_600_000;
  die();
  expect(delays.at(-1)).toBe(reloadDelayMs(0));
  contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'x', false);
  // Six deaths in a row, and the safe page takes its place until a page lived well again.
  expect(reloads).toBe(7);
  expect(new Set(loaded)).toEqual(new Set(['app://kiosk/safe.html']));
  expect(reloads + loaded.length).toBe(delays.length);
});
