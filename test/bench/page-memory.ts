/** What a page holds after garbage collections, by the DevTools protocol: its heap, and the buffers outside it. */
import type { Page } from 'playwright-core';

export interface PageMemory {
  /** Megabytes (10⁶) of JavaScript heap; compiled code is in it. */
  readonly heapMb: number;
  /** Megabytes of array buffers. */
  readonly buffersMb: number;
}

const megabyte = 1_000_000;

export async function pageMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  // Twice: what the first finds dead may have held what the second finds.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { heapMb: usedSize / megabyte, buffersMb: backingStorageSize / megabyte };
}
