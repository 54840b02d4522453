/** A kiosk in real Chromium beside the wire fake, as the kiosk's benches open it. */
import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { buildPage } from '#test/fixtures/build-page.ts';
import { launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type WireEvent, wireEvent } from '#test/fixtures/wire-event.ts';
import { startWireServer, type WireServer } from '#test/fixtures/wire-server.ts';

export interface Bench {
  readonly event: WireEvent;
  readonly server: WireServer;
  page(): Promise<Page>;
  /** A page with nothing in its memory, same disk. */
  fresh(): Promise<Page>;
  end(): Promise<void>;
}

/** Where a profile costs no disk; where there is none, it lies on the disk like any other. */
const inMemory = '/dev/shm';

/** @param disk `memory`: for what asks neither how long a write takes nor whether it stays */
export async function openBench(rows: number, disk: 'real' | 'memory' = 'real'): Promise<Bench> {
  const event = wireEvent(rows);
  const server = await startWireServer({ event, files: await buildPage('test/bench/kiosk-page/page.ts') });
  const profile = await newProfile(disk === 'memory' && existsSync(inMemory) ? inMemory : undefined);
  const chromium = await launchChromium(profile.folder);
  let page = await chromium.context.newPage();
  await page.goto(server.baseUrl);
  return {
    event,
    server,
    page: async () => page,
    async fresh() {
      await page.close();
      page = await chromium.context.newPage();
      await page.goto(server.baseUrl);
      return page;
    },
    async end() {
      await chromium.close();
      await server.stop();
      await profile.remove();
    },
  };
}

/** Pairs and loads a kiosk. @returns milliseconds from paired to ready to scan */
export async function load({ server, event }: Bench, page: Page, databaseName: string): Promise<number> {
  const options = { databaseName, baseUrl: server.baseUrl, pairingCode: server.pairingCode(event.gates.main) };
  return page.evaluate(async (given) => {
    const opened = await bench.kiosk.open(given);
    if (opened !== 'opened') throw new Error(opened);
    const startMs = performance.now();
    while (!bench.kiosk.ready()) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - startMs;
  }, options);
}

/** Ready, and the first pull and upload done: nothing else is under way. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => bench.kiosk.state().sync.phase === 'live', null, { timeout: 120_000 });
}
