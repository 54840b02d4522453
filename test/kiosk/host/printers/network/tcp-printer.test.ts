import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { createTcpPrinter, type TcpTimings } from '#kiosk/host/printers/network/tcp-transport.ts';
import type { PrinterPort } from '#kiosk/host/printers/printer-port.ts';
import type { Fault } from '#kiosk/host/printers/virtual/engine.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { must } from '#shared/base/assert.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks, textsOn } from '#test/contract/printer.ts';

/** Short, so that silence is believed soon; the order of events is the same. */
const impatient: TcpTimings = {
  connectMs: 1_000,
  askMs: 400,
  beatMs: 30,
  silenceMs: 900,
  recoverMs: 400,
  jobMs: 60_000,
  settleMs: 1_000,
  quietMs: 50,
  closeMs: 200,
};

function config(port: number): PrinterConfig {
  return { id: 'desk', name: 'Desk', kind: 'escpos-tcp', host: '127.0.0.1', port, dpi: 203, widthDots: 576 };
}

function whole(printer: VirtualPrinter) {
  return printer
    .badges()
    .filter((badge) => badge.complete)
    .map((badge) => badge.bitmap)
    .reverse();
}

const start = () => startVirtualPrinter({ port: 0, now: Date.now, rebootMs: 300, slowBandMs: 200 });

printerContract('ESC/POS over TCP', async (): Promise<PrinterUnderTest> => {
  const printer = await start();
  return {
    port: createTcpPrinter(config(printer.port), impatient),
    printed: async () => whole(printer),
    breakIt: () => printer.stop(),
    stop: () => printer.stop(),
  };
});

describe('an ESC/POS printer that fails', () => {
  let printer: VirtualPrinter;
  let port: PrinterPort;
  let commits: number;
  let troubles: (string | null)[];
  beforeEach(async () => {
    printer = await start();
    port = createTcpPrinter(config(printer.port), impatient);
    commits = 0;
    troubles = [];
  });
  afterEach(async () => {
    expect(printer.complaints()).toEqual([]);
    await printer.stop();
  });

  const print = (text: string, by = port) =>
    by.print(jobFor(text), {
      commit: async () => {
        commits += 1;
      },
      onTrouble: (trouble) => troubles.push(trouble?.reason ?? null),
    });
  const texts = () => textsOn(whole(printer));

  const beforeData: readonly (readonly [Fault, string])[] = [
    ['paper_out', 'paper_out'],
    ['cover_open', 'cover_open'],
    ['mute', 'timeout'],
    ['half_open', 'timeout'],
    ['reset', 'reset'],
    ['reboot', 'unreachable'],
  ];
  test.each(beforeData)(
    '%s before the data: failed for certain (%s), nothing noted, nothing printed',
    async (fault, reason) => {
      printer.setFault(fault);
      expect(await print('A')).toMatchObject({ outcome: 'failed', reason });
      expect(commits).toBe(0);
      printer.setFault(null);
      await expect.poll(() => print('B'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
      expect(await texts()).toEqual(['B']);
    },
  );

  const inTheMiddle: readonly (readonly [Fault, string])[] = [
    ['paper_out', 'paper_out'],
    ['cover_open', 'cover_open'],
    ['reset', 'reset'],
    ['reboot', 'reset'],
  ];
  test.each(inTheMiddle)(
    '%s in the middle: unknown (%s); nothing of it comes out later; the next badge is whole',
    async (fault, reason) => {
      printer.setFault(fault, 2);
      expect(await print('TORN')).toMatchObject({ outcome: 'unknown', reason });
      expect(commits).toBe(1);
      await expect.poll(() => printer.badges().length).toBe(1); // the torn piece: the rest was given up
      printer.setFault(null);
      await expect.poll(() => print('NEXT'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
      expect(await texts()).toEqual(['NEXT']);
      expect(printer.badges().filter((badge) => !badge.complete)).toHaveLength(1);
    },
  );

  test('half open in the middle: unknown, because what the printer holds may still come out, and then does once', async () => {
    printer.setFault('half_open', 2);
    expect(await print('LATE')).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    printer.setFault(null);
    await expect.poll(() => print('NEXT'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual(['LATE', 'NEXT']);
  });

  test('goes silent after the data, though it prints: unknown, and its badge is there once', async () => {
    printer.setFault('mute', 1);
    expect(await print('OUT')).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    expect(await texts()).toEqual(['OUT']);
  });

  test('paper that is loaded in time lets the job end well, and the screen hears both', async () => {
    printer.setFault('paper_out', 2);
    // Until the test has loaded it, however long that takes.
    const outcome = print('PATIENT', createTcpPrinter(config(printer.port), { ...impatient, recoverMs: 60_000 }));
    await expect.poll(() => troubles).toEqual(['paper_out']);
    printer.setFault(null);
    expect(await outcome).toEqual({ outcome: 'printed' });
    expect(troubles).toEqual(['paper_out', null]);
    expect(await texts()).toEqual(['PATIENT']);
  });

  test('slow is not dead: as long as it answers it is waited for', async () => {
    printer.setFault('slow');
    expect(await print('SLOW')).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual(['SLOW']);
  });

  test('a bitmap that holds status questions and control codes prints as it is', async () => {
    const job = jobFor('X');
    const bits = Uint8Array.from(job.bitmap.bits, (_, i) => [0x10, 0x04, 0x02, 0x1b, 0x40, 0x1d, 0x56, 0x00][i % 8]!);
    expect(await port.print({ ...job, bitmap: { ...job.bitmap, bits } }, quietHooks)).toEqual({ outcome: 'printed' });
    expect(printer.badges()).toHaveLength(1);
    expect(printer.badges()[0]!.bitmap.bits[0]).toBe(0x10);
  });

  test('a badge that is too wide is refused before anything is sent', async () => {
    const narrow = createTcpPrinter({ ...config(printer.port), widthDots: 384 }, impatient);
    expect(await narrow.print(jobFor('WIDE'), quietHooks)).toMatchObject({ outcome: 'failed', reason: 'bad_job' });
    expect(printer.badges()).toEqual([]);
  });
});

test('the late acknowledgement of an earlier job is not taken for the next one’s', async () => {
  // A printer without "clear buffer" that comes to the first job's GS r 1 while the second caller is connected.
  // It answers in the order of its buffer, and never comes to the second job's.
  let connections = 0;
  let busyWithFirst = true;
  const server = createServer((socket) => {
    connections += 1;
    let owed = 0;
    socket.on('error', () => {});
    const catchUp = (): void => {
      busyWithFirst = false;
      if (socket.writable) socket.write(new Uint8Array(1 + owed));
    };
    if (connections === 3) setTimeout(catchUp, 100);
    socket.on('data', (bytes: Buffer) => {
      const questions = [...bytes.keys()].filter((i) => bytes[i] === 0x10 && bytes[i + 1] === 0x04);
      for (const _ of questions) socket.write(Uint8Array.of(0x12));
      const asksAlone = bytes.includes(Buffer.of(0x1d, 0x72, 0x01)) && !bytes.includes(Buffer.of(0x1d, 0x76, 0x30));
      if (!asksAlone) return;
      if (connections === 3 && busyWithFirst) owed += 1;
      else socket.write(Uint8Array.of(0));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = must(server.address(), 'an address');
  const port = createTcpPrinter(config(typeof address === 'string' ? 0 : address.port), { ...impatient, jobMs: 600 });
  try {
    await port.probe(); // the first connection settles what the start left open
    expect(await port.print(jobFor('FIRST'), quietHooks)).toMatchObject({ outcome: 'unknown' });
    expect(await port.print(jobFor('SECOND'), quietHooks)).toMatchObject({ outcome: 'unknown' });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
