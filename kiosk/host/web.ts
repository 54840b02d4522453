/**
 * `npm run kiosk:web`: runs the device host beside a browser. Reads the command line and the environment once,
 * prints one ready line, ends on SIGTERM, on SIGINT and when the process that started it is gone.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { isObject } from '#shared/base/json.ts';
import type { PeersOptions } from '#shared/lan/peers.ts';
import { defaultPeerPort } from '#shared/peers/peer-api.ts';
import { type DeviceHostOptions, startDeviceHost } from './device-host.ts';
import { parsePrinterSpec } from './printers/printer-spec.ts';
import { type PrinterLanguage, printerLanguages } from './printers/virtual/virtual-printer.ts';

const usage = `Usage: npm run kiosk:web -- [options]
  --port N              where to listen on 127.0.0.1 (4010; 0: any free port)      KIOSK_HOST_PORT
  --printer SPEC        may be repeated                                           KIOSK_PRINTERS (spaces between)
                        escpos-tcp://host:port   ESC/POS, port 9100 by default
                        zpl-tcp://host:port      Zebra and compatible
                        brother-ql-tcp://host    Brother QL; &snmp=161 for its status
                        cups:Queue               a CUPS queue; ?server=host:port
                        pdf:folder  file:folder  PDF or PNG files
                        pool:id,id               the first of these that works
                        each with ?id=entry&name=Entry&width=576&dpi=203
  --virtual-printer     a printer on a page, to try out                        KIOSK_VIRTUAL_PRINTER=1
  --virtual-language L  escpos (default), zpl or brother-ql
  --virtual-width N     its width in dots (576; zpl 832; brother-ql always 696)
  --origin URL          a kiosk page that may connect; may be repeated
                        (http://127.0.0.1:4000, http://localhost:4000)             KIOSK_ORIGINS (spaces between)
  --peer-port N         where other kiosks of the event reach this one (4011; 0: any)  KIOSK_PEER_PORT
  --peer-address IP     listen on this network alone                              KIOSK_PEER_ADDRESS
  --peer-certificate F  PEM file, for phones of a page that came by https         KIOSK_PEER_CERTIFICATE
  --peer-key FILE       the certificate's key, PEM                                KIOSK_PEER_KEY
  --peers MODE          on (default), no-mdns (typed addresses only) or off       KIOSK_PEERS
  --data FOLDER         journal, token, key store ($DATA_DIR/kiosk-host)           KIOSK_HOST_DATA
  --help`;

const defaultPort = 4_010;
const defaultOrigins = ['http://127.0.0.1:4000', 'http://localhost:4000'];

function words(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

function readNumber(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} must be a number from ${min} to ${max}`);
  return value;
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin === 'null')
    throw new Error(`--origin must be an address such as http://host:port, not "${text}"`);
  return url.origin;
}

function readPrinter(text: string): PrinterConfig {
  const parsed = parsePrinterSpec(text);
  if (!parsed.ok) throw new Error(parsed.errors[0].message);
  return parsed.value;
}

function readLanguage(text: string | undefined): { readonly language?: PrinterLanguage } {
  if (text === undefined) return {};
  const language = printerLanguages.find((known) => known === text);
  if (language === undefined) throw new Error(`--virtual-language must be one of ${printerLanguages.join(', ')}`);
  return { language };
}

type Environment = Readonly<Record<string, string | undefined>>;
type PeerValues = Partial<Record<'peer-port' | 'peer-address' | 'peer-certificate' | 'peer-key' | 'peers', string>>;

/** @throws Error where a file is missing, only one of the two is given, or the key is that of another certificate */
function readCertificate(values: PeerValues, env: Environment): Pick<PeersOptions, 'certificate'> {
  const file = values['peer-certificate'] ?? env['KIOSK_PEER_CERTIFICATE'];
  const keyFile = values['peer-key'] ?? env['KIOSK_PEER_KEY'];
  if (file === undefined && keyFile === undefined) return {};
  if (file === undefined || keyFile === undefined) throw new Error('--peer-certificate and --peer-key belong together');
  const [cert, key] = [readFileSync(file, 'utf8'), readFileSync(keyFile, 'utf8')];
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error(`${keyFile} is not the key of the certificate in ${file}`);
  return { certificate: { cert, key } };
}

function readPeers(values: PeerValues, env: Environment): Pick<DeviceHostOptions, 'peers'> {
  const mode = values.peers ?? env['KIOSK_PEERS'] ?? 'on';
  if (mode !== 'on' && mode !== 'no-mdns' && mode !== 'off') throw new Error('--peers must be on, no-mdns or off');
  if (mode === 'off') return {};
  const port = values['peer-port'] ?? env['KIOSK_PEER_PORT'];
  const address = values['peer-address'] ?? env['KIOSK_PEER_ADDRESS'];
  if (address !== undefined && isIP(address) === 0) throw new Error('--peer-address must be an IP address');
  return {
    peers: {
      port: port === undefined ? defaultPeerPort : readNumber(port, '--peer-port', 0, 65_535),
      ...(address === undefined ? {} : { address }),
      ...(mode === 'no-mdns' ? { mdns: 'off' as const } : {}),
      ...readCertificate(values, env),
    },
  };
}

/** @returns null when help was asked for @throws Error with a line for the person at the command line */
export function readOptions(
  args: readonly string[],
  env: Environment,
): Omit<DeviceHostOptions, 'version' | 'now'> | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      printer: { type: 'string', multiple: true },
      'virtual-printer': { type: 'boolean' },
      'virtual-width': { type: 'string' },
      'virtual-language': { type: 'string' },
      origin: { type: 'string', multiple: true },
      'peer-port': { type: 'string' },
      'peer-address': { type: 'string' },
      'peer-certificate': { type: 'string' },
      'peer-key': { type: 'string' },
      peers: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  const port = values.port ?? env['KIOSK_HOST_PORT'];
  const origins = values.origin ?? words(env['KIOSK_ORIGINS']);
  const virtual = values['virtual-printer'] === true || env['KIOSK_VIRTUAL_PRINTER'] === '1';
  const width = values['virtual-width'];
  const virtualPrinter = {
    ...(width === undefined ? {} : { widthDots: readNumber(width, '--virtual-width', 8, 2_400) }),
    ...readLanguage(values['virtual-language']),
  };
  return {
    port: port === undefined ? defaultPort : readNumber(port, '--port', 0, 65_535),
    printers: (values.printer ?? words(env['KIOSK_PRINTERS'])).map(readPrinter),
    origins: (origins.length > 0 ? origins : defaultOrigins).map(readOrigin),
    dataFolder: values.data ?? env['KIOSK_HOST_DATA'] ?? join(env['DATA_DIR'] ?? 'data', 'kiosk-host'),
    ...(virtual ? { virtualPrinter } : {}),
    ...readPeers(values, env),
  };
}

async function packageVersion(): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return isObject(parsed) && typeof parsed['version'] === 'string' ? parsed['version'] : '0';
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) {
    console.log(usage);
    return;
  }
  const host = await startDeviceHost({ ...options, version: await packageVersion(), now: Date.now });
  const page = host.virtualPrinterUrl === null ? '' : ` printer ${host.virtualPrinterUrl}`;
  console.log(`gatehouse device host ready ${host.url}${page}`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void host.stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The process that started this one was killed, and could not say so.
  process.once('disconnect', stop);
  process.channel?.unref();
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.error('--help shows the options.');
    process.exitCode = 2;
  });
}
