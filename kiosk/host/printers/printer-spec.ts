/**
 * The one-line spelling of a printer, for command lines, environments and the kiosk's config file, e.g.
 * `escpos-tcp://192.0.2.7:9100?name=Desk&width=576`, `cups:Badges`, `pdf:./badges`, `pool:desk,backup`.
 */

import { maxBitmapWidthDots } from '#kiosk/bridge/bitmap.ts';
import type { PrinterConfig, PrinterKind } from '#kiosk/bridge/host-api.ts';
import { isPrinterId } from '#kiosk/bridge/messages.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';

const rawPort = 9_100;
const ippPort = 631;
const maxMembers = 10;

type Paper = Pick<PrinterConfig, 'dpi' | 'widthDots'>;

/** Paper of the usual model of each kind, as the default. */
const usualPaper: Readonly<Record<PrinterKind, Paper>> = {
  'escpos-tcp': { dpi: 203, widthDots: 576 }, // 80 mm paper prints 72 mm
  'zpl-tcp': { dpi: 203, widthDots: 832 }, // 4-inch head
  'brother-ql-tcp': { dpi: 300, widthDots: 696 }, // 62 mm roll
  cups: { dpi: 300, widthDots: 1_016 }, // 86 mm, a card: CUPS scales nothing, the queue's driver has its own resolution
  system: { dpi: 300, widthDots: 1_016 },
  pdf: { dpi: 300, widthDots: 1_016 },
  file: { dpi: 203, widthDots: 576 },
  pool: { dpi: 203, widthDots: 576 }, // replaced by its members' in resolvePools
};

const spellings =
  'escpos-tcp://host:port, zpl-tcp://…, brother-ql-tcp://…, cups:Queue, system:Printer, pdf:folder, file:folder or pool:id,id';

function idFrom(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return id.slice(-40).replace(/^-+/, '') || 'printer';
}

function wrong(text: string, why: string): ReturnType<typeof refuse> {
  return refuse({ code: 'bad_printer', message: `Printer "${text}": ${why}. Write ${spellings}.` });
}

function readPort(text: string | undefined, usual: number): number | null {
  const port = text === undefined ? usual : Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null;
}

const authority = /^(\[[0-9a-fA-F:.]+\]|[^/:[\]\s]+)(?::(\d{1,5}))?\/?$/;

/** @returns null when it is no host with a port */
function readAuthority(text: string, usualPort: number): { readonly host: string; readonly port: number } | null {
  const found = authority.exec(text);
  const port = readPort(found?.[2], usualPort);
  return found === null || port === null ? null : { host: found[1]!.replace(/^\[|\]$/g, ''), port };
}

/** Values read from one kind of address; its id and name are used when none are given. */
type Target = Partial<PrinterConfig> & Pick<PrinterConfig, 'id' | 'name' | 'kind'>;

function networkTarget(kind: PrinterKind, address: string, options: URLSearchParams): Target | string {
  const place = address.startsWith('//') ? readAuthority(address.slice(2), rawPort) : null;
  if (place === null) return 'that is not an address';
  const { host, port } = place;
  const snmpPort = readPort(options.get('snmp') ?? undefined, 161);
  if (snmpPort === null) return 'snmp must be a port';
  const id = idFrom(`${kind.replace(/-tcp$/, '')}-${host}-${port}`);
  const target: Target = { id, name: `Printer ${host}`, kind, host, port };
  return kind === 'brother-ql-tcp' && options.has('snmp') ? { ...target, snmpPort } : target;
}

function queueTarget(kind: 'cups' | 'system', queue: string, options: URLSearchParams): Target | string {
  // CUPS: "any printable character except SPACE, TAB, / and #" (lpadmin).
  if (queue === '' || queue.length > 127 || (kind === 'cups' && /[\s/#]/.test(queue))) return 'the queue is missing';
  const target: Target = { id: idFrom(`${kind}-${queue}`), name: queue, kind, queue };
  const server = options.get('server');
  if (kind === 'system' || server === null) return target;
  const place = readAuthority(server, ippPort);
  return place === null ? 'server must be host:port' : { ...target, ...place };
}

function folderTarget(kind: 'pdf' | 'file', folder: string): Target | string {
  if (folder === '') return 'the folder is missing';
  return { id: idFrom(`${kind}-${folder}`), name: `Folder ${folder}`, kind, folder };
}

function poolTarget(list: string): Target | string {
  const members = list.split(',');
  if (members.length < 2 || members.length > maxMembers) return `a pool must have 2 to ${maxMembers} printers`;
  if (!members.every(isPrinterId) || new Set(members).size < members.length) {
    return 'a pool must list the IDs of printers, each once';
  }
  return { id: 'pool', name: 'Any of these printers', kind: 'pool', members };
}

function readTarget(scheme: string, address: string, options: URLSearchParams): Target | string {
  switch (scheme) {
    case 'escpos-tcp':
    case 'zpl-tcp':
    case 'brother-ql-tcp':
      return networkTarget(scheme, address, options);
    case 'cups':
    case 'system':
      return queueTarget(scheme, address, options);
    case 'pdf':
    case 'file':
      return folderTarget(scheme, address);
    case 'pool':
      return poolTarget(address);
    default:
      return 'that is not an address';
  }
}

/** @returns the setting, or what is wrong with the text */
export function parsePrinterSpec(text: string): Result<PrinterConfig> {
  const [address = '', query = ''] = text.split('?', 2);
  const options = new URLSearchParams(query);
  const colon = address.indexOf(':');
  const target = readTarget(address.slice(0, Math.max(0, colon)), address.slice(colon + 1), options);
  if (typeof target === 'string') return wrong(text, target);
  const usual = usualPaper[target.kind];
  const widthDots = Number(options.get('width') ?? usual.widthDots);
  const dpi = Number(options.get('dpi') ?? usual.dpi);
  if (!Number.isInteger(widthDots) || widthDots < 8 || widthDots > maxBitmapWidthDots) {
    return wrong(text, `width must be 8 to ${maxBitmapWidthDots} dots`);
  }
  if (!Number.isInteger(dpi) || dpi < 72 || dpi > 1_200) return wrong(text, 'dpi must be 72 to 1200');
  const id = options.get('id') ?? target.id;
  if (!isPrinterId(id)) return wrong(text, 'an ID must have lower-case letters, digits and hyphens');
  return ok({ ...target, id, name: options.get('name') ?? target.name, dpi, widthDots });
}

/** A printer whose id an earlier one has gets a number at the end of its id, so that each can be named. */
export function withUniqueIds(configs: readonly PrinterConfig[]): readonly PrinterConfig[] {
  const seen = new Set<string>();
  return configs.map((config) => {
    let id = config.id;
    for (let n = 2; seen.has(id); n += 1) id = `${config.id.slice(0, 36)}-${n}`;
    seen.add(id);
    return { ...config, id };
  });
}

/**
 * Gives every pool the paper of its members: the resolution they share and the narrowest width.
 *
 * @returns what is wrong when a member is missing, is a pool itself or has another resolution
 */
export function resolvePools(configs: readonly PrinterConfig[]): Result<readonly PrinterConfig[]> {
  const resolved: PrinterConfig[] = [];
  for (const config of configs) {
    if (config.kind !== 'pool') {
      resolved.push(config);
      continue;
    }
    const members = (config.members ?? []).map((id) => configs.find((other) => other.id === id));
    const known = members.flatMap((member) => (member === undefined || member.kind === 'pool' ? [] : [member]));
    const first = known[0];
    if (first === undefined || known.length !== members.length) {
      return wrong(
        `pool:${config.members?.join(',')}`,
        'every member must be the ID of another printer of this computer',
      );
    }
    // A bitmap made for 203 dpi comes out too small at 300.
    if (known.some((member) => member.dpi !== first.dpi)) {
      return wrong(`pool:${config.members?.join(',')}`, 'its printers have different resolutions (dpi)');
    }
    const widthDots = Math.min(...known.map((member) => member.widthDots));
    resolved.push({ ...config, dpi: first.dpi, widthDots });
  }
  return ok(resolved);
}
