/**
 * Measures the memory that a page holds after garbage collections, by the DevTools protocol: its heap, and the buffers
 * outside it.
 */
import type { CDPSession, Page } from 'playwright-core';

export interface PageMemory {
  /** Megabytes (10⁶) of JavaScript heap; compiled code is in it. */
  readonly heapMb: number;
  /** Megabytes of array buffers. */
  readonly buffersMb: number;
}

const megabyte = 1_000_000;
/** A weakly held object is freed a turn after the collection that found it, and then frees others. */
const collectionsMax = 6;

export async function pageMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  let held = await usage(session);
  for (let at = 1; at < collectionsMax; at += 1) {
    const next = await usage(session);
    const isAll = next.usedSize >= held.usedSize;
    held = next;
    if (isAll) break;
  }
  await session.detach();
  return { heapMb: held.usedSize / megabyte, buffersMb: held.backingStorageSize / megabyte };
}

/** Measured after a garbage collection, and a turn of the page's event loop for its finalizers. */
async function usage(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Runtime.evaluate', {
    expression: 'new Promise((resolve) => setTimeout(resolve))',
    awaitPromise: true,
  });
  return session.send('Runtime.getHeapUsage');
}
