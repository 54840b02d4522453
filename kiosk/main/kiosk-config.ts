/**
 * The configuration of one kiosk machine: `kiosk.json` in Electron's user data folder, overridden by the environment.
 * Parsed once at start; anything unknown or malformed is refused with a line that names it.
 */

import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { isPinHash } from '#kiosk/host/keys/pin.ts';
import { parsePrinterSpec, withUniqueIds } from '#kiosk/host/printers/printer-spec.ts';
import { isObject, parseJson } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { defaultPeerPort } from '#shared/peers/peer-api.ts';
import { isSafeServer } from './release-rules.ts';

export interface KioskConfig {
  /** Origin of the Gatehouse server, e.g. `https://events.example`. */
  readonly serverUrl: string;
  readonly printers: readonly PrinterConfig[];
  /** An ordinary window with developer tools, for trying out. */
  readonly windowed: boolean;
  /** A pairing code to start with. */
  readonly pair: string | null;
  /** Hash as `node kiosk/host/keys/make-pin.ts` prints it; null: the kiosk cannot be left from its page. */
  readonly exitPinHash: string | null;
  /** Id or label of the display for the window; null: the primary one. */
  readonly display: string | null;
  /** Whether the kiosk comes back by itself; null: left as it is on this machine. */
  readonly autostart: boolean | null;
  /** Port at which other kiosks of the event reach this machine; null: it does not connect to them. */
  readonly peerPort: number | null;
}

const defaultServer = 'http://127.0.0.1:4000';
const known = new Set(['serverUrl', 'printers', 'windowed', 'pair', 'exitPinHash', 'display', 'autostart', 'peerPort']);
const maxDisplayChars = 200;

function bad(message: string, path: string): ReturnType<typeof refuse> {
  return refuse({ code: 'bad_config', message: `kiosk.json: ${message}`, path });
}

function readFileText(text: string | null): Result<Record<string, unknown>> {
  if (text === null) return ok({});
  const parsed = parseJson(text);
  // The place of a mistake is of no use in a file this small.
  return isObject(parsed) ? ok(parsed) : bad('this must be a JSON object.', '');
}

function readPrinters(specs: readonly unknown[]): Result<readonly PrinterConfig[]> {
  const configs: PrinterConfig[] = [];
  for (const spec of specs) {
    if (typeof spec !== 'string')
      return bad('printers must be a list of texts such as "escpos-tcp://host:port".', 'printers');
    const config = parsePrinterSpec(spec);
    if (!config.ok) return config;
    configs.push(config.value);
  }
  return ok(withUniqueIds(configs));
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function readMachine(
  file: Record<string, unknown>,
): Result<Pick<KioskConfig, 'exitPinHash' | 'display' | 'autostart' | 'peerPort'>> {
  const { exitPinHash = null, display = null, autostart = null, peerPort = defaultPeerPort } = file;
  if (exitPinHash !== null && !isPinHash(exitPinHash)) {
    return bad('exitPinHash must be the hash that `node kiosk/host/keys/make-pin.ts` prints.', 'exitPinHash');
  }
  if (display !== null && (typeof display !== 'string' || display.length > maxDisplayChars)) {
    return bad('display must be the ID or the name of a display.', 'display');
  }
  if (autostart !== null && typeof autostart !== 'boolean') return bad('autostart must be true or false.', 'autostart');
  if (peerPort !== null && !isPort(peerPort))
    return bad('peerPort must be a port from 0 to 65535, or null.', 'peerPort');
  return ok({ exitPinHash, display, autostart, peerPort });
}

/**
 * @param text the file's text, null when there is none
 * @param env GATEHOUSE_URL, KIOSK_PRINTERS (spaces between), KIOSK_WINDOWED=1, KIOSK_PAIR
 * @param run whether this is the packaged kiosk: it speaks to no other machine in the clear
 */
export function parseKioskConfig(
  text: string | null,
  env: Readonly<Record<string, string | undefined>>,
  run: { readonly packaged: boolean } = { packaged: false },
): Result<KioskConfig> {
  const file = readFileText(text);
  if (!file.ok) return file;
  const unknown = Object.keys(file.value).find((key) => !known.has(key));
  if (unknown !== undefined) return bad(`"${unknown}" is not a setting.`, unknown);
  const server = env['GATEHOUSE_URL'] ?? file.value['serverUrl'] ?? defaultServer;
  const url = typeof server === 'string' ? URL.parse(server) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return bad('serverUrl must be an http or https address.', 'serverUrl');
  }
  if (run.packaged && !isSafeServer(url)) {
    return bad('serverUrl must begin with https://, unless the server is on this computer.', 'serverUrl');
  }
  const listed = env['KIOSK_PRINTERS']?.split(/\s+/).filter((word) => word !== '') ?? file.value['printers'] ?? [];
  if (!Array.isArray(listed)) return bad('printers must be a list.', 'printers');
  const printers = readPrinters(listed);
  if (!printers.ok) return printers;
  const windowed =
    env['KIOSK_WINDOWED'] === undefined ? (file.value['windowed'] ?? false) : env['KIOSK_WINDOWED'] === '1';
  if (typeof windowed !== 'boolean') return bad('windowed must be true or false.', 'windowed');
  const pair = env['KIOSK_PAIR'] ?? file.value['pair'] ?? null;
  if (pair !== null && (typeof pair !== 'string' || !/^[A-Za-z0-9-]{1,64}$/.test(pair))) {
    return bad('pair must be a pairing code.', 'pair');
  }
  const machine = readMachine(file.value);
  if (!machine.ok) return machine;
  return ok({ serverUrl: url.origin, printers: printers.value, windowed, pair, ...machine.value });
}
