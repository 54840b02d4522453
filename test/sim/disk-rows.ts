/** The kiosk's rows, roster, settings and print jobs on the simulated disk: what RxDB and Dexie are in a window. */
import type { HeardRow, HeardRows } from '#kiosk/store/heard-rows.ts';
import type { LeadRows } from '#kiosk/store/lead-rows.ts';
import type { PrintJobs, Settings } from '#kiosk/store/replica.ts';
import type { CurrentRoster, RosterDisk, StagingRoster } from '#kiosk/store/roster-disk.ts';
import type { ChangeDoc, ChangeRows, ScanDoc, ScanRows } from '#kiosk/store/rows.ts';
import { SealBroken, type Sealer } from '#kiosk/store/sealer.ts';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import type { MountedDisk, Tables } from './sim-disk.ts';

/** A row of the journal as it lies there: with the time of a device's clock, as RxDB writes it. */
export interface StoredScan extends ScanDoc {
  readonly writtenAt: number;
}

export function diskScanRows(disk: MountedDisk, wallMs: () => number, onInsert: (row: StoredScan) => void): ScanRows {
  const byCounter = (rows: readonly unknown[]) =>
    (rows as readonly StoredScan[]).toSorted((a, b) => a.counter - b.counter);
  let lastWrittenAt = 0;
  return {
    async insert(row) {
      // RxDB's own clock never stands still and never goes back while it runs.
      lastWrittenAt = Math.max(lastWrittenAt + 0.01, wallMs());
      const stored = { ...row, writtenAt: lastWrittenAt };
      await disk.write('strict', (tables) => tables.put('scans', row.id, stored));
      onInsert(stored);
    },
    after: (counter, limit) =>
      disk.read((tables) =>
        byCounter(tables.values('scans'))
          .filter((row) => row.counter > counter)
          .slice(0, limit ?? Number.POSITIVE_INFINITY),
      ),
    lastCounter: () => disk.read((tables) => byCounter(tables.values('scans')).at(-1)?.counter ?? 0),
    byIds: (ids) =>
      disk.read((tables) => ids.map((id) => tables.get('scans', id) as StoredScan).filter((row) => row !== null)),
    forget: (ids) =>
      disk.write('strict', (tables) => {
        for (const id of ids) tables.delete('scans', id);
      }),
  };
}

export function diskChangeRows(disk: MountedDisk): ChangeRows {
  return {
    all: () => disk.read((tables) => tables.values('changes') as readonly ChangeDoc[]),
    forget: (keys) =>
      disk.write('strict', (tables) => {
        for (const key of keys) tables.delete('changes', key);
      }),
  };
}

export function diskRoster(disk: MountedDisk): RosterDisk {
  const current = (tables: Tables) => tables.get('roster', 'current') as CurrentRoster | null;
  const dropAllBut = (tables: Tables, kept: readonly string[]): void => {
    const keep = new Set(kept);
    for (const id of tables.keys('chunks')) if (!keep.has(id)) tables.delete('chunks', id);
  };
  return {
    readCurrent: () => disk.read(current),
    readStaging: () => disk.read((tables) => tables.get('roster', 'staging') as StagingRoster | null),
    writeStaging: (staging) =>
      disk.write('strict', (tables) => {
        dropAllBut(tables, current(tables)?.chunkIds ?? []);
        tables.put('roster', 'staging', staging);
      }),
    writeChunk: (id, sealed) => disk.write('strict', (tables) => tables.put('chunks', id, sealed)),
    readChunks: (ids) => disk.read((tables) => ids.map((id) => tables.get('chunks', id) as ArrayBuffer | null)),
    swap: (next) =>
      disk.write('strict', (tables) => {
        dropAllBut(tables, next.chunkIds);
        tables.put('roster', 'current', next);
        tables.delete('roster', 'staging');
      }),
    clear: () =>
      disk.write('strict', (tables) => {
        dropAllBut(tables, []);
        tables.delete('roster', 'current');
        tables.delete('roster', 'staging');
      }),
    close: () => {},
  };
}

export function diskSettings(disk: MountedDisk): Settings {
  return {
    read: async (name) => {
      const text = await disk.read((tables) => tables.get('settings', name));
      return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
    },
    write: (name, value) => {
      const text = JSON.stringify(value);
      return disk.write('strict', (tables) => tables.put('settings', name, text));
    },
    remove: (name) => disk.write('strict', (tables) => tables.delete('settings', name)),
  };
}

/** What was heard of other kiosks, without waiting for the disk: a power loss costs knowledge, never a scan. */
export function diskHeardRows(disk: MountedDisk): HeardRows {
  return {
    all: () => disk.read((tables) => tables.values('heard') as readonly HeardRow[]),
    put: (rows) =>
      disk.write('relaxed', (tables) => {
        for (const row of rows) tables.put('heard', row.id, structuredClone(row));
      }),
    forget: (ids) =>
      disk.write('relaxed', (tables) => {
        for (const id of ids) tables.delete('heard', id);
      }),
    forgetAll: () =>
      disk.write('strict', (tables) => {
        for (const id of tables.keys('heard')) tables.delete('heard', id);
      }),
  };
}

/** The kiosks of the simulation stand at gates: they make no leads. */
export const noLeadRows: LeadRows = {
  insert: async () => {
    throw new Error('a kiosk of the simulation makes no leads');
  },
  after: async () => [],
  damaged: () => [],
  lastCounter: async () => 0,
  forget: async () => undefined,
};

/** Nothing is printed here: badges have a simulation of their own. */
export const noPrintJobs: PrintJobs = {
  get: async () => null,
  open: async () => [],
  recent: async () => [],
  ofRegistration: async () => [],
  insert: async () => true,
  update: async () => false,
  onChange: () => () => {},
};

/** Bound to its place as the real one is, without the cipher: that runs outside of virtual time. */
export function plainSealer(): Sealer {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  function seal(plain: Uint8Array<ArrayBuffer>, place: string): ArrayBuffer {
    const head = encoder.encode(`${place}\n`);
    const sealed = new Uint8Array(head.length + plain.length);
    sealed.set(head);
    sealed.set(plain, head.length);
    return sealed.buffer;
  }
  function open(sealed: ArrayBuffer | Uint8Array<ArrayBuffer>, place: string): Uint8Array<ArrayBuffer> {
    const bytes = sealed instanceof Uint8Array ? sealed : new Uint8Array(sealed);
    const head = encoder.encode(`${place}\n`);
    if (!head.every((byte, i) => bytes[i] === byte)) throw new SealBroken(`what is kept as ${place} cannot be opened`);
    return bytes.subarray(head.length);
  }
  return {
    seal: async (plain, place) => seal(plain, place),
    open: async (sealed, place) => open(sealed, place),
    sealJson: async (value, place) => toBase64url(new Uint8Array(seal(encoder.encode(JSON.stringify(value)), place))),
    openJson: async (sealed, place) => {
      const bytes = fromBase64url(sealed);
      if (bytes === null) throw new SealBroken(`what is kept as ${place} is no base64url`);
      return JSON.parse(decoder.decode(open(bytes, place))) as unknown;
    },
    renew: async () => {},
  };
}
