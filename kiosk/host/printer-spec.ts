/**
 * The one-line spelling of a printer, for command lines, environments and the kiosk's config file:
 * `escpos-tcp://192.0.2.7:9100?name=Desk&width=576&dpi=203` or `file:./badges?name=Folder`.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { maxBitmapWidthDots } from '../bridge/bitmap.ts';
import type { PrinterConfig } from '../bridge/host-api.ts';
import { isPrinterId } from '../bridge/messages.ts';

/** 80 mm paper at 203 dpi prints 72 mm, 576 dots. */
const defaultWidthDots = 576;
const defaultDpi = 203;
const defaultPort = 9_100;

function idFrom(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return id.slice(-40).replace(/^-+/, '') || 'printer';
}

function wrong(text: string, why: string): ReturnType<typeof refuse> {
  const message = `Printer "${text}": ${why}. Write escpos-tcp://host:port or file:folder.`;
  return refuse({ code: 'bad_printer', message });
}

/** @returns the setting, or what is wrong with the text */
export function parsePrinterSpec(text: string): Result<PrinterConfig> {
  const [address = '', query = ''] = text.split('?', 2);
  const options = new URLSearchParams(query);
  const widthDots = Number(options.get('width') ?? defaultWidthDots);
  const dpi = Number(options.get('dpi') ?? defaultDpi);
  if (!Number.isInteger(widthDots) || widthDots < 8 || widthDots > maxBitmapWidthDots) {
    return wrong(text, `width is 8 to ${maxBitmapWidthDots} dots`);
  }
  if (!Number.isInteger(dpi) || dpi < 72 || dpi > 1_200) return wrong(text, 'dpi is 72 to 1200');
  const given = options.get('id');
  if (given !== null && !isPrinterId(given)) return wrong(text, 'an id has lower-case letters, digits and hyphens');
  const paper = { dpi, widthDots };
  if (address.startsWith('file:')) {
    const folder = address.slice('file:'.length);
    if (folder === '') return wrong(text, 'the folder is missing');
    const name = options.get('name') ?? `Folder ${folder}`;
    return ok({ id: given ?? idFrom(`file-${folder}`), name, kind: 'file', folder, ...paper });
  }
  const network = /^escpos-tcp:\/\/(\[[0-9a-fA-F:.]+\]|[^/:[\]\s]+)(?::(\d{1,5}))?\/?$/.exec(address);
  if (network === null) return wrong(text, 'that is no address');
  const host = network[1]!.replace(/^\[|\]$/g, '');
  const port = Number(network[2] ?? defaultPort);
  if (port < 1 || port > 65_535) return wrong(text, 'a port is 1 to 65535');
  const name = options.get('name') ?? `Printer ${host}`;
  return ok({
    id: given ?? idFrom(`escpos-${host}-${port}`),
    name,
    kind: 'escpos-tcp',
    host,
    port,
    ...paper,
  });
}

/** Two printers of one id get numbers, so that each can be named. */
export function withUniqueIds(configs: readonly PrinterConfig[]): readonly PrinterConfig[] {
  const seen = new Set<string>();
  return configs.map((config) => {
    let id = config.id;
    for (let n = 2; seen.has(id); n += 1) id = `${config.id.slice(0, 36)}-${n}`;
    seen.add(id);
    return { ...config, id };
  });
}
