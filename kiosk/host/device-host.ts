/**
 * The device host beside a browser: printers, key store and the WebSocket by which a kiosk page reaches them, on
 * this machine only. Started by web.ts and by tests, through startDeviceHost.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { HostInfo, PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { must } from '#shared/base/assert.ts';
import { createPeers, type PeersOptions } from '#shared/lan/peers.ts';
import { createSecretFile } from './keys/secret-file.ts';
import type { TcpTimings } from './printers/network/tcp-transport.ts';
import { openPrintJournal } from './printers/print-journal.ts';
import { withUniqueIds } from './printers/printer-spec.ts';
import { createPrinters, type Printers } from './printers/printers.ts';
import { type PrinterLanguage, startVirtualPrinter, type VirtualPrinter } from './printers/virtual/virtual-printer.ts';
import { createPrinterPage } from './printers/virtual/virtual-printer-page.ts';
import { hasToken, openSocketServer, socketPath } from './socket-server.ts';

export interface DeviceHostOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Origins of the kiosk pages that may connect, e.g. `http://127.0.0.1:4000`. */
  readonly origins: readonly string[];
  readonly printers: readonly PrinterConfig[];
  /** Runs a printer that prints on a page; `escpos` and its usual width when nothing else is said. */
  readonly virtualPrinter?: { readonly widthDots?: number; readonly language?: PrinterLanguage };
  /** Folder of the journal, the key store and the token; made when missing. */
  readonly dataFolder: string;
  readonly version: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Unset: made once and kept in the data folder, so that an open page finds the host again after a restart. */
  readonly token?: string;
  readonly timings?: TcpTimings;
  /** Absent: this host does not connect to other kiosks. */
  readonly peers?: PeersOptions;
}

export interface DeviceHost {
  /** The WebSocket address for the kiosk page, token included. */
  readonly url: string;
  /** Null: no virtual printer runs. */
  readonly virtualPrinterUrl: string | null;
  readonly virtualPrinter: VirtualPrinter | null;
  readonly printers: Printers;
  /** Ends jobs under way, refuses waiting ones, closes everything. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';

async function keptToken(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'token');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (/^[A-Za-z0-9_-]{43}$/.test(kept)) return kept;
  const token = randomBytes(32).toString('base64url');
  await writeFile(path, token, { mode: 0o600 });
  return token;
}

const kindOf = { escpos: 'escpos-tcp', zpl: 'zpl-tcp', 'brother-ql': 'brother-ql-tcp' } as const;

function virtualConfig(printer: VirtualPrinter): PrinterConfig {
  const { host: address, port, widthDots, language } = printer;
  const kind = kindOf[language];
  const dpi = language === 'brother-ql' ? 300 : 203;
  return { id: 'virtual', name: 'Virtual printer', kind, host: address, port, dpi, widthDots };
}

/** @throws when the port cannot be listened on, the journal cannot be read, or a pool names printers that do not fit */
export async function startDeviceHost(options: DeviceHostOptions): Promise<DeviceHost> {
  const token = options.token ?? (await keptToken(options.dataFolder));
  const locks = { token, origins: new Set(options.origins) };
  const { virtualPrinter: wanted, now } = options;
  const virtualPrinter = wanted === undefined ? null : await startVirtualPrinter({ port: 0, now, ...wanted });
  const page = virtualPrinter === null ? null : createPrinterPage(virtualPrinter);
  const journal = await openPrintJournal(join(options.dataFolder, 'print-journal.jsonl'), now);
  const configs = [...(virtualPrinter === null ? [] : [virtualConfig(virtualPrinter)]), ...options.printers];
  const printers = createPrinters({
    configs: withUniqueIds(configs),
    journal,
    now,
    ...(options.timings === undefined ? {} : { timings: options.timings }),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '/', 'http://host');
    if (url === null) response.writeHead(400).end();
    else if (!hasToken(request, url, locks))
      response.writeHead(401, { 'Content-Type': 'text/plain' }).end('token missing\n');
    else if (page === null || !(await page(request, response, url))) response.writeHead(404).end();
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error('device host:', error);
      response.destroy();
    });
  });
  const peers = options.peers === undefined ? null : createPeers(options.peers);
  const sockets = openSocketServer(
    server,
    { info, printers, peers, secrets: createSecretFile(join(options.dataFolder, 'secrets.json')) },
    locks,
  );
  printers.onState(sockets.tell);

  async function closeRest(): Promise<void> {
    await peers?.stop();
    await printers.stop();
    await journal.close();
    await virtualPrinter?.stop();
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => void closeRest().then(() => reject(error)));
    server.listen(options.port, host, resolve);
  });
  const address = must(server.address(), 'a listening server has an address');
  const authority = `${host}:${typeof address === 'string' ? options.port : address.port}`;
  const virtualPrinterUrl = page === null ? null : `http://${authority}/printer?token=${token}`;

  function info(): HostInfo {
    const { version } = options;
    const known: HostInfo = { kind: 'web', version, keyStore: 'plain' };
    return virtualPrinterUrl === null ? known : { ...known, virtualPrinterUrl };
  }

  return {
    url: `ws://${authority}${socketPath}?token=${token}`,
    virtualPrinterUrl,
    virtualPrinter,
    printers,
    stop: async () => {
      sockets.close();
      server.close();
      server.closeAllConnections();
      await closeRest();
    },
  };
}
