/**
 * A disk with tables of rows, which promises what IndexedDB does and no more: a strict write is durable when it
 * resolves, a relaxed one some time later, writes are kept in order, and what was under way in a crash is there or not.
 */
import type { Random } from './random.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

export type Durability = 'strict' | 'relaxed';
/** `kill`: the process is gone, the machine stays. `power`: what the machine had not flushed is gone, too. */
export type CrashKind = 'kill' | 'power';

/** What a write may do, all of it or nothing. */
export interface Tables {
  get(table: string, key: string): unknown;
  put(table: string, key: string, value: unknown): void;
  delete(table: string, key: string): void;
  keys(table: string): readonly string[];
  values(table: string): readonly unknown[];
}

export interface DiskMood {
  /** Refuses every write. */
  readonly full: boolean;
  /** Share of writes that fail; half of those are on the disk all the same. */
  readonly faultShare: number;
  /** Mean time of a write. */
  readonly writeMs: number;
}

export interface SimDisk {
  /** The disk as one process sees it. */
  mount(process: Process): MountedDisk;
  crash(kind: CrashKind): void;
  /** What lies there now, for checks: no process, no time. */
  tables(): Tables;
  /** Cuts the process off at its n-th write from now: before it is durable, or after it and before anyone hears of it. */
  cutAtWrite(nth: number, when: 'before' | 'after', cut: () => void): void;
  /** Forgets a cut that has not come. */
  heal(): void;
}

export interface MountedDisk {
  read<T>(work: (tables: Tables) => T): Promise<T>;
  /** @throws a `QuotaExceededError` when the disk is full, another error when it fails */
  write(durability: Durability, work: (tables: Tables) => void): Promise<void>;
}

interface UnderWay {
  readonly process: Process;
  readonly durability: Durability;
  readonly work: (tables: Tables) => void;
}

type Undo = () => void;
const readMs = 0.4;

/** The rows of a disk, each change with a way back. */
class DiskRows {
  readonly #rows = new Map<string, Map<string, unknown>>();

  #table(name: string): Map<string, unknown> {
    const found = this.#rows.get(name) ?? new Map<string, unknown>();
    this.#rows.set(name, found);
    return found;
  }

  readonly reading: Tables = {
    get: (name, key) => this.#table(name).get(key) ?? null,
    keys: (name) => [...this.#table(name).keys()],
    values: (name) => [...this.#table(name).values()],
    put: () => {
      throw new Error('a read does not write');
    },
    delete: () => {
      throw new Error('a read does not write');
    },
  };

  /** @returns how to take it back */
  apply(work: (tables: Tables) => void): Undo {
    const undo: Undo[] = [];
    const change = (name: string, key: string, set: (map: Map<string, unknown>) => void): void => {
      const map = this.#table(name);
      const had = map.has(key);
      const old = map.get(key);
      undo.push(() => (had ? map.set(key, old) : map.delete(key)));
      set(map);
    };
    work({
      ...this.reading,
      put: (name, key, value) => change(name, key, (map) => map.set(key, value)),
      delete: (name, key) => change(name, key, (map) => map.delete(key)),
    });
    return () => {
      for (const one of undo.reverse()) one();
    };
  }
}

/** @param planted lies about durability: `early` resolves a strict write before it is durable */
export function createSimDisk(time: VirtualTime, random: Random, mood: () => DiskMood, early = false): SimDisk {
  const rows = new DiskRows();
  /** Relaxed writes that the machine has not flushed: undone when the power goes. Oldest first. */
  let unflushed: Undo[] = [];
  let underWay: UnderWay[] = [];
  let freeAtMs = 0;
  let cutting: { left: number; readonly when: 'before' | 'after'; readonly cut: () => void } | null = null;

  function keep(write: UnderWay): void {
    const undo = rows.apply(write.work);
    if (write.durability === 'strict') unflushed = [];
    else unflushed.push(undo);
  }

  /** One after another, as transactions on one store are. */
  function inTurn(process: Process, takesMs: number, work: () => void): void {
    freeAtMs = Math.max(freeAtMs, time.now()) + takesMs;
    time.after(process, freeAtMs - time.now(), work);
  }

  function write(process: Process, durability: Durability, work: (tables: Tables) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const { full, writeMs } = mood();
      if (full) {
        inTurn(process, readMs, () => reject(new DOMException('the disk is full', 'QuotaExceededError')));
        return;
      }
      const one: UnderWay = { process, durability, work };
      underWay.push(one);
      if (early) time.after(process, 0.01, resolve);
      inTurn(process, random.delayMs(writeMs), () => {
        if (cutting !== null && --cutting.left <= 0) {
          const { when, cut } = cutting;
          cutting = null;
          underWay = underWay.filter((other) => other !== one);
          if (when === 'after') keep(one);
          cut();
          return;
        }
        underWay = underWay.filter((other) => other !== one);
        const fails = random.chance(mood().faultShare);
        if (!fails || random.chance(0.5)) keep(one);
        if (fails) reject(new Error('the disk failed'));
        else resolve();
      });
    });
  }

  return {
    mount: (process) => ({
      read: (work) =>
        new Promise((resolve) => {
          inTurn(process, readMs, () => resolve(work(rows.reading)));
        }),
      write: (durability, work) => write(process, durability, work),
    }),
    crash(kind) {
      cutting = null;
      // In order: a later write is there only when the earlier ones are.
      for (const one of underWay) {
        if (early || !random.chance(0.5)) break;
        keep(one);
      }
      underWay = [];
      freeAtMs = 0;
      if (kind === 'kill') return;
      const lost = random.whole(0, unflushed.length);
      for (const undo of unflushed.splice(unflushed.length - lost).reverse()) undo();
    },
    tables: () => rows.reading,
    heal() {
      cutting = null;
    },
    cutAtWrite(nth, when, cut) {
      cutting = { left: nth, when, cut };
    },
  };
}
