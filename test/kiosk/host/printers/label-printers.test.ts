/** ZPL and Brother QL printers over real sockets: the contract of every driver, and the ways in which they fail. */
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { createTcpPrinter, type TcpTimings } from '#kiosk/host/printers/network/tcp-transport.ts';
import type { PrinterPort } from '#kiosk/host/printers/printer-port.ts';
import type { Fault } from '#kiosk/host/printers/virtual/engine.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { jobFor, type PrinterUnderTest, printerContract, quietHooks, textsOn } from '#test/contract/printer.ts';
import { type SnmpAgent, startSnmpAgent } from '#test/fixtures/snmp-agent.ts';

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

type Kind = 'zpl-tcp' | 'brother-ql-tcp' | 'brother-ql-tcp by SNMP';
const kinds: readonly Kind[] = ['zpl-tcp', 'brother-ql-tcp', 'brother-ql-tcp by SNMP'];

interface Bench {
  readonly printer: VirtualPrinter;
  readonly port: PrinterPort;
  stop(): Promise<void>;
}

async function start(kind: Kind, timings = impatient): Promise<Bench> {
  const bySnmp = kind === 'brother-ql-tcp by SNMP';
  const printer = await startVirtualPrinter({
    port: 0,
    now: Date.now,
    rebootMs: 300,
    slowBandMs: 25,
    language: kind === 'zpl-tcp' ? 'zpl' : 'brother-ql',
    silentLine: bySnmp,
    bandMs: bySnmp ? 20 : 0, // seen from outside, a job must take a moment
  });
  const agent: SnmpAgent | null = bySnmp ? await startSnmpAgent(printer.snmpStatus) : null;
  const config: PrinterConfig = {
    id: 'label',
    name: 'Label',
    kind: kind === 'zpl-tcp' ? kind : 'brother-ql-tcp',
    host: '127.0.0.1',
    port: printer.port,
    ...(agent === null ? {} : { snmpPort: agent.port }),
    dpi: 300,
    widthDots: 696,
  };
  return {
    printer,
    port: createTcpPrinter(config, timings),
    stop: async () => {
      await printer.stop();
      await agent?.stop();
    },
  };
}

function whole(printer: VirtualPrinter) {
  return printer
    .badges()
    .filter((badge) => badge.complete)
    .map((badge) => badge.bitmap)
    .reverse();
}

for (const kind of kinds) {
  printerContract(kind, async (): Promise<PrinterUnderTest> => {
    const bench = await start(kind);
    return {
      port: bench.port,
      printed: async () => whole(bench.printer),
      breakIt: () => bench.printer.stop(),
      stop: bench.stop,
    };
  });
}

describe.each(kinds)('%s that fails', (kind) => {
  let bench: Bench;
  let commits: number;
  let troubles: (string | null)[];
  beforeEach(async () => {
    bench = await start(kind);
    commits = 0;
    troubles = [];
  });
  afterEach(async () => {
    expect(bench.printer.complaints()).toEqual([]);
    await bench.stop();
  });

  const print = (text: string) =>
    bench.port.print(jobFor(text), {
      commit: async () => {
        commits += 1;
      },
      onTrouble: (trouble) => troubles.push(trouble?.reason ?? null),
    });
  const texts = () => textsOn(whole(bench.printer));

  test.each([
    ['paper_out', 'paper_out'],
    ['cover_open', 'cover_open'],
    ['mute', 'timeout'],
    ['half_open', 'timeout'],
    ['reset', 'reset'],
    ['reboot', 'unreachable'],
  ] as const)('%s before the data: failed for certain (%s), nothing noted', async (fault: Fault, reason) => {
    bench.printer.setFault(fault);
    expect(await print('A')).toMatchObject({ outcome: 'failed', reason });
    expect(commits).toBe(0);
    bench.printer.setFault(null);
    await expect.poll(() => print('B'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual(['B']);
  });

  test.each([
    ['paper_out', 'paper_out'],
    ['cover_open', 'cover_open'],
    ['reset', 'reset'],
    ['reboot', 'reset'],
  ] as const)(
    '%s in the middle: unknown (%s); nothing of it comes out later; the next badge is whole',
    async (fault, reason) => {
      await bench.port.probe();
      bench.printer.setFault(fault, 2);
      expect(await print('TORN')).toMatchObject({ outcome: 'unknown', reason });
      expect(commits).toBe(1);
      await expect.poll(() => bench.printer.badges().length).toBe(1);
      await bench.port.probe(); // comes after the goodbye of the job, which takes the rest of it back
      bench.printer.setFault(null);
      await expect.poll(() => print('NEXT'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
      expect(await texts()).toEqual(['NEXT']);
      expect(bench.printer.badges().filter((badge) => !badge.complete)).toHaveLength(1);
    },
  );

  test('mute in the middle: it prints, and does not say so: unknown, and its badge is there once', async () => {
    await bench.port.probe();
    bench.printer.setFault('mute', 1);
    expect(await print('OUT')).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    expect(await texts()).toEqual(['OUT']);
  });

  test('half open in the middle: unknown, and never two badges', async () => {
    await bench.port.probe();
    bench.printer.setFault('half_open', 2);
    expect(await print('LATE')).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    bench.printer.setFault(null);
    await expect.poll(() => print('NEXT'), { timeout: 30_000 }).toEqual({ outcome: 'printed' });
    const out = await texts();
    expect(out.at(-1)).toBe('NEXT');
    expect(out.filter((text) => text === 'LATE').length).toBeLessThanOrEqual(1);
  });

  test('slow is not dead', async () => {
    bench.printer.setFault('slow');
    expect(await print('SLOW')).toEqual({ outcome: 'printed' });
    expect(await texts()).toEqual(['SLOW']);
  });

  test('a badge that is too wide is refused before anything is noted', async () => {
    const job = jobFor('WIDE');
    const bitmap = { widthDots: 900, heightDots: 1, bits: new Uint8Array(113) };
    expect(await bench.port.print({ ...job, bitmap }, quietHooks)).toMatchObject({
      outcome: 'failed',
      reason: 'bad_job',
    });
    expect(bench.printer.badges()).toEqual([]);
  });
});

test('ZPL: paper loaded in time lets the label be printed again from its top, and the screen hears both', async () => {
  // The paper is missing until the test has loaded it, however long that takes.
  const { printer, port, stop } = await start('zpl-tcp', { ...impatient, recoverMs: 60_000 });
  const troubles: (string | null)[] = [];
  await port.probe();
  printer.setFault('paper_out', 2);
  const hooks = {
    ...quietHooks,
    onTrouble: (trouble: { reason: string } | null) => troubles.push(trouble?.reason ?? null),
  };
  const outcome = port.print(jobFor('PATIENT'), hooks);
  await expect.poll(() => troubles).toEqual(['paper_out']);
  printer.setFault(null);
  expect(await outcome).toEqual({ outcome: 'printed' });
  expect(troubles).toEqual(['paper_out', null]);
  expect(await textsOn(whole(printer))).toEqual(['PATIENT']);
  await stop();
});

test('Brother: a badge that the loaded roll cannot take is refused, with the roll in the sentence', async () => {
  const { printer, stop } = await start('brother-ql-tcp');
  const config = { id: 'label', name: 'Label', kind: 'brother-ql-tcp', host: '127.0.0.1', port: printer.port } as const;
  const port = createTcpPrinter({ ...config, dpi: 300, widthDots: 1_200 }, impatient);
  const bitmap = { widthDots: 704, heightDots: 8, bits: new Uint8Array(704) };
  expect(await port.print({ ...jobFor('X'), bitmap }, quietHooks)).toMatchObject({
    outcome: 'failed',
    reason: 'bad_job',
    message: 'The badge is 704 dots wide. The 62 mm roll fits 696.',
  });
  await stop();
});

test('Brother by SNMP: a printer that swallows the job and stays idle has not printed as far as anyone knows', async () => {
  const model = await startVirtualPrinter({ port: 0, now: Date.now, language: 'brother-ql' });
  const agent = await startSnmpAgent(model.snmpStatus); // says: idle, roll loaded
  const sink = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const address = sink.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const config = {
    id: 'label',
    name: 'Label',
    kind: 'brother-ql-tcp',
    host: '127.0.0.1',
    port,
    snmpPort: agent.port,
  } as const;
  const printer = createTcpPrinter({ ...config, dpi: 300, widthDots: 696 }, impatient);
  expect(await printer.probe()).toEqual({ trouble: null, paperLow: false });
  expect(await printer.print(jobFor('SWALLOWED'), quietHooks)).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
  await new Promise((resolve) => sink.close(resolve));
  await agent.stop();
  await model.stop();
});
