/** The CUPS driver against a real CUPS server with a real queue, and against servers that misbehave. */
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import type { CupsTimings } from '#kiosk/host/printers/ipp/cups-job.ts';
import { createCupsPrinter } from '#kiosk/host/printers/ipp/cups-printer.ts';
import { decodeIpp, encodeIpp } from '#kiosk/host/printers/ipp/ipp.ts';
import { must } from '#shared/base/assert.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks, textsOn } from '#test/contract/printer.ts';
import { qrBitmap } from '#test/fixtures/escpos-picture.ts';
import { type PrivateCups, pdfPages, pdfSize, startPrivateCups } from '#test/fixtures/private-cups.ts';

const patient: CupsTimings = { askMs: 10_000, beatMs: 100, recoverMs: 20_000, jobMs: 60_000 };
const dpi = 300;
const isRoot = process.getuid?.() === 0;

function config(server: { host: string; port: number }, queue = 'BadgePDF'): PrinterConfig {
  return {
    id: 'queue',
    name: 'Queue',
    kind: 'cups',
    queue,
    host: server.host,
    port: server.port,
    dpi,
    widthDots: 1_016,
  };
}

if (!isRoot) {
  test('CUPS itself was NOT tried: cups-pdf needs root', () => {
    console.warn('The CUPS driver did not run against a real print server: start the tests as root for that.');
    expect(process.getuid?.()).not.toBe(0);
  });
} else {
  describe('a real print server', () => {
    let cups: PrivateCups;
    beforeAll(async () => {
      cups = await startPrivateCups();
    }, 600_000);
    afterAll(() => cups?.stop());

    const pages = async () => (await Promise.all((await cups.files()).map((path) => pdfPages(path, dpi)))).flat();

    printerContract('a CUPS queue', async (): Promise<PrinterUnderTest> => {
      await cups.clear();
      await cups.addQueue();
      return {
        port: createCupsPrinter(config(cups), Date.now, patient),
        printed: pages,
        breakIt: () => cups.command('lpadmin', '-x', cups.queue),
        stop: async () => {},
      };
    });

    test('the page has the size of the badge, 86 × 54 mm', async () => {
      await cups.clear();
      await cups.addQueue();
      const port = createCupsPrinter(config(cups), Date.now, patient);
      const bitmap = qrBitmap('CARD', 1_016, 638);
      expect(await port.print(jobFor('CARD', { bitmap }), quietHooks)).toEqual({ outcome: 'printed' });
      const [path] = await cups.files();
      const [width, height] = await pdfSize(must(path, 'a file'));
      // The queue's driver takes whole points: 243 × 153 of 243.8 × 153.1.
      expect(Math.abs(width - 243.8)).toBeLessThan(1);
      expect(Math.abs(height - 153.1)).toBeLessThan(1);
      expect(await textsOn(await pages())).toEqual(['CARD']);
    });

    test('a queue that was stopped: failed for certain before; in the middle it waits, tells, and goes on', async () => {
      await cups.clear();
      await cups.addQueue();
      const port = createCupsPrinter(config(cups), Date.now, patient);
      await cups.command('cupsdisable', '-r', 'paper path open', cups.queue);
      const refused = await port.print(jobFor('REFUSED'), quietHooks);
      expect(refused).toMatchObject({
        outcome: 'failed',
        reason: 'offline',
        message: expect.stringContaining('paper path'),
      });
      await cups.command('cupsenable', cups.queue);

      const troubles: (string | null)[] = [];
      const outcome = port.print(jobFor('WAITS'), {
        commit: () => cups.command('cupsdisable', cups.queue),
        onTrouble: (trouble) => troubles.push(trouble?.reason ?? null),
      });
      await expect.poll(() => troubles, { timeout: 30_000 }).toEqual(['offline']);
      expect(await cups.files()).toEqual([]);
      await cups.command('cupsenable', cups.queue);
      expect(await outcome).toEqual({ outcome: 'printed' });
      expect(troubles).toEqual(['offline', null]);
      expect(await textsOn(await pages())).toEqual(['WAITS']);
    });

    test('a job that waits too long is taken back, and comes out neither then nor later', async () => {
      await cups.clear();
      await cups.addQueue();
      const port = createCupsPrinter(config(cups), Date.now, { ...patient, recoverMs: 300 });
      const hooks = { ...quietHooks, commit: () => cups.command('cupsdisable', cups.queue) };
      expect(await port.print(jobFor('GIVEN UP'), hooks)).toMatchObject({ outcome: 'failed', reason: 'offline' });
      await cups.command('cupsenable', cups.queue);
      expect(await port.print(jobFor('NEXT'), quietHooks)).toEqual({ outcome: 'printed' });
      expect(await textsOn(await pages())).toEqual(['NEXT']);
    });

    test('it is cancelled in the queue: failed for certain; a queue that takes nothing: offline', async () => {
      await cups.clear();
      await cups.addQueue();
      const port = createCupsPrinter(config(cups), Date.now, patient);
      const troubles: unknown[] = [];
      const outcome = port.print(jobFor('CANCELLED'), {
        commit: () => cups.command('cupsdisable', cups.queue),
        onTrouble: (trouble) => troubles.push(trouble),
      });
      await expect.poll(() => troubles.length, { timeout: 30_000 }).toBe(1);
      await cups.command('cancel', '-a', cups.queue);
      expect(await outcome).toMatchObject({ outcome: 'failed', reason: 'printer_error' });
      await cups.command('cupsenable', cups.queue);
      await cups.command('cupsreject', cups.queue);
      expect(await port.print(jobFor('REJECTED'), quietHooks)).toMatchObject({ outcome: 'failed', reason: 'offline' });
      await cups.command('cupsaccept', cups.queue);
      expect(await cups.files()).toEqual([]);
    });

    test('no queue of that name, and no server', async () => {
      const nowhere = createCupsPrinter(config(cups, 'Nowhere'), Date.now, patient);
      expect((await nowhere.probe()).trouble).toMatchObject({
        reason: 'unreachable',
        message: expect.stringContaining('Nowhere'),
      });
      const silent = createCupsPrinter(config({ host: '127.0.0.1', port: 1 }), Date.now, patient);
      expect(await silent.print(jobFor('X'), quietHooks)).toMatchObject({ outcome: 'failed', reason: 'unreachable' });
    });
  });
}

describe('a print server that misbehaves', () => {
  let server: Server | null = null;
  /** Answers the query of the queue with this status, well if there is none, and the job as `onJob` says. */
  async function start(onJob: 'break' | 'refuse' | 'nonsense' | 'forbid', queueStatus = 0): Promise<PrinterConfig> {
    const opened = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const operation = body.readUInt16BE(2);
        const head = (status: number): Buffer => {
          const bytes = Buffer.from(body.subarray(0, 8));
          bytes.writeUInt16BE(status, 2);
          return Buffer.concat([bytes, Buffer.of(3)]);
        };
        if (operation !== 2) response.end(head(queueStatus));
        else if (onJob === 'break') request.socket.destroy();
        else if (onJob === 'forbid') response.writeHead(403).end();
        else response.end(onJob === 'refuse' ? head(0x0506) : 'nonsense');
      });
    });
    server = opened;
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    const address = must(opened.address(), 'an address');
    return config({ host: '127.0.0.1', port: typeof address === 'string' ? 0 : address.port });
  }
  afterAll(() => server?.close());

  test.each([
    ['break', 'unknown'],
    ['nonsense', 'unknown'],
    ['refuse', 'failed'],
    ['forbid', 'failed'],
  ] as const)('%s: %s', async (onJob, outcome) => {
    const port = createCupsPrinter(await start(onJob), Date.now, patient);
    expect(await port.print(jobFor('X'), quietHooks)).toMatchObject({ outcome });
    server?.close();
  });

  test('what is missing is said of the print server that was asked, not of this computer', async () => {
    const known = await start('refuse', 0x0406);
    const place = `the print server 127.0.0.1:${known.port}`;
    const said = async () => (await createCupsPrinter(known, Date.now, patient).probe()).trouble;
    expect(await said()).toMatchObject({
      cause: 'queue_missing',
      message: `There is no print queue “BadgePDF” on ${place}.`,
    });
    await new Promise((resolve) => server?.close(resolve));
    expect(await said()).toMatchObject({
      cause: 'print_server_gone',
      message: `The print server does not respond. Start CUPS on ${place}.`,
    });
  });

  test('any bytes it answers are read or refused', () => {
    const whole = encodeIpp({
      operation: 0,
      id: 7,
      attributes: [
        { tag: 'integer', name: 'job-id', values: [42] },
        { tag: 'keyword', name: 'job-state-reasons', values: ['none', 'media-empty-error'] },
      ],
    });
    expect(decodeIpp(whole, 7)?.attributes.get('job-state-reasons')).toEqual(['none', 'media-empty-error']);
    expect(decodeIpp(whole, 8)).toBeNull();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.uint8Array({ maxLength: 60 }), (at, byte, noise) => {
        expect(decodeIpp(whole.subarray(0, at), 7)).toBeNull();
        const bent = Buffer.from(whole);
        bent[at] = byte;
        decodeIpp(bent, 7);
        decodeIpp(Buffer.from(noise), 7);
      }),
    );
  });
});
