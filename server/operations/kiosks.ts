/** `kiosk pair`, `kiosk revoke` and `kiosk import-scans`. */
import { readFile, stat } from 'node:fs/promises';
import type { PushAnswer } from '#shared/sync/down.ts';
import { scanFileBytesMax } from '#shared/sync/scan-file.ts';
import { pushItemsMax } from '#shared/sync/up.ts';
import type { Caller } from '../core/platform.ts';
import { openScanFile } from '../identity/kiosks/scan-file.ts';
import type { Assembly } from '../start/assemble.ts';
import { pushRows } from '../surfaces/replication/push-rows.ts';
import { neededTenant, type ServerCommand, UsageError } from './command.ts';

const roles = ['gate', 'self-service', 'exhibitor', 'box'] as const;

export const kioskPair: ServerCommand = {
  name: 'kiosk pair',
  usage:
    '--tenant SLUG --event ID --gate GATE [--role gate|self-service] | --role exhibitor --exhibitor ID | --role box',
  summary: 'Create a pairing code for one kiosk: 8 characters, valid for 10 minutes, single use.',
  positionals: [],
  options: {
    tenant: { type: 'string' },
    event: { type: 'string' },
    gate: { type: 'string' },
    exhibitor: { type: 'string' },
    role: { type: 'string' },
  },
  async run(assembly, given) {
    const tenant = await neededTenant(assembly, given.needed('tenant'));
    const role = roles.find((r) => r === (given.text('role') ?? 'gate'));
    if (!role) throw new UsageError(`--role must be one of: ${roles.join(', ')}.`);
    // A device of an exhibitor stands at no gate.
    const place: { readonly exhibitor?: string; readonly gate?: string } =
      role === 'box'
        ? {}
        : role === 'exhibitor'
          ? { exhibitor: given.needed('exhibitor') }
          : { gate: given.needed('gate') };
    const made = await assembly.kiosks.createPairingCode(tenant, { event: given.needed('event'), role, ...place });
    if (!made.ok) throw new UsageError(made.errors[0].message);
    const subject = Object.values(place).join() || given.needed('event');
    await assembly.access.audits.recordHere(tenant.id, { action: 'kiosk.invited', subject, detail: { role } });
    const { pairingCode } = made.value;
    const { publicUrl } = assembly.config;
    const url = `${publicUrl}/kiosk/?pair=${pairingCode}`;
    const next = role === 'box' ? `npm run venue -- --server ${publicUrl} --code ${pairingCode}` : url;
    return {
      value: role === 'box' ? made.value : { ...made.value, url },
      lines: [`${pairingCode}  (until ${made.value.expiresAt})`, next],
    };
  },
};

export const kioskRevoke: ServerCommand = {
  name: 'kiosk revoke',
  usage: 'ID',
  summary: 'Revoke a kiosk: it locks, wipes its replica and keeps only unsent scans.',
  positionals: ['id'],
  options: {},
  async run(assembly, given) {
    const id = given.needed('id');
    const done = await assembly.kiosks.revoke(id);
    if (!done.ok) throw new UsageError(done.errors[0].message);
    const home = await assembly.directory.control.get('kiosk_homes', id);
    if (home) await assembly.access.audits.recordHere(String(home['tenant']), { action: 'kiosk.revoked', subject: id });
    return { value: done.value, lines: ['Revoked.'] };
  },
};

export const kioskImportScans: ServerCommand = {
  name: 'kiosk import-scans',
  usage: 'FILE',
  summary: 'Import the scans a locked kiosk saved to a file; importing twice is safe.',
  positionals: ['file'],
  options: {},
  async run(assembly, given) {
    const path = given.needed('file');
    const size = (await stat(path).catch(() => null))?.size;
    if (size === undefined || size > scanFileBytesMax) throw new UsageError(`${path} does not exist, or is too large.`);
    const opened = await openScanFile(await readFile(path, 'utf8'), assembly.secrets, assembly.kiosks);
    if (!opened.ok) throw new UsageError(opened.errors[0].message);
    const { actor, contents } = opened.value;
    const items: PushAnswer['items'][number][] = [];
    for (const { collection, documents } of contents.collections) items.push(...(await push(collection, documents)));
    const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
    const value = {
      kiosk: actor.id,
      accepted: count('accepted'),
      duplicate: count('duplicate'),
      refused: items
        .filter((item) => item.outcome === 'refused')
        .map(({ id, code, message }) => ({ id, code, message })),
    };
    const lines = [
      `${value.accepted} imported, ${value.duplicate} already here, ${value.refused.length} refused.`,
      ...value.refused.map(({ id, code, message }) => `  ${id}  ${code}: ${message}`),
    ];
    return { value, lines, exitCode: value.refused.length === 0 ? 0 : 1 };

    /** Pushes documents as the kiosk that made them would push them over the wire. */
    async function push(collection: string, documents: readonly unknown[]) {
      const caller = await assembly.platform.as(actor);
      const { definition, peek } = await pushable(assembly, caller, collection);
      const answered = [];
      for (let from = 0; from < documents.length; from += pushItemsMax) {
        const rows = documents.slice(from, from + pushItemsMax);
        const page = rows.map((row) => ({ newDocumentState: row, assumedMasterState: null }));
        answered.push(...(await pushRows(caller, peek, definition, page)));
      }
      return answered;
    }
  },
};

async function pushable(assembly: Assembly, { registry, tenant }: Caller, collection: string) {
  const definition = registry.collections.get(collection);
  if (definition?.replicated?.push !== 'append')
    throw new UsageError(`The file contains ${collection}, which this server does not accept from kiosks.`);
  const store = await assembly.directory.open(tenant);
  return { definition, peek: (name: string, id: string) => store.get(name, id) };
}
