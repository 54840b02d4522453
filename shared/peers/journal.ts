/**
 * Movements of the event's kiosks as one kiosk knows them: an append-only log for each device, numbered by the device's own
 * counter, each movement naming the one before, so that what is missing can be said exactly. In memory; `store` of the
 * mesh keeps what was heard. A log here is bounded and ages: once check-ins say the same, a movement goes after a while.
 */
import { canonicalJson } from '../base/json.ts';
import { isoTime, minuteMs, parseTime } from '../base/time.ts';
import type { PeerEntry, PeerScan } from './entry.ts';
import type { HeardEntry } from './heard-entry.ts';
import type { VersionVector } from './version-vector.ts';

/** Entries of all devices together: about an hour of a very large event without a server. */
export const journalMax = 50_000;
/** Scans that check-ins cover already are passed on for so long to kiosks that have no server. */
export const keepCoveredMs = 30 * minuteMs;

export type Taken =
  | 'taken'
  /** It is held, or was. */
  | 'known'
  /** Earlier ones of the device are missing: ask for them. */
  | 'gap'
  /** The device numbered two movements alike: the first stays. */
  | 'changed';

interface Log {
  /** Counter of the latest movement. */
  top: number;
  readonly held: Map<number, HeardEntry>;
}

export interface PeerJournal {
  /** It was taken before: the same number, and where it is still held, the same content. */
  holds(entry: PeerEntry): boolean;
  /**
   * @param hole the sender holds nothing of the device up to this counter (any longer)
   * @param answered the server has it already, or a box keeps it for the server
   */
  take(entry: PeerEntry, hole: number, nowMs: number, answered?: boolean): Taken;
  /** Restores entries from the disk, in any order. */
  restore(heard: readonly HeardEntry[]): void;
  vector(): VersionVector;
  /** @returns entries of a device after this counter, oldest first; each names the one before */
  after(device: string, counter: number): Iterable<PeerEntry>;
  /** Returns the scans as facts: what a device said cannot have happened after it was heard. */
  scansOf(ticketNumber: string, registration: string | null, list: string): readonly PeerScan[];
  heard(): Iterable<HeardEntry>;
  /** Marks entries as answered by the server. @returns those that were not marked before */
  answered(ids: readonly string[]): readonly HeardEntry[];
  /**
   * Lets go of what is covered and old, of what is beyond the bound, and of devices that no longer take part.
   *
   * @returns ids of the scans that went, and how many went for the bound without being covered
   */
  age(nowMs: number, isCovered: (scan: PeerScan) => boolean, isMember: (device: string) => boolean): Aged;
  size(): number;
}

export interface Aged {
  readonly ids: readonly string[];
  readonly dropped: number;
}

export function createPeerJournal(): PeerJournal {
  const logs = new Map<string, Log>();
  const byId = new Map<string, HeardEntry>();
  const byTicket = new Map<string, Map<string, PeerScan>>();

  function logOf(device: string): Log {
    const log = logs.get(device) ?? { top: 0, held: new Map<number, HeardEntry>() };
    logs.set(device, log);
    return log;
  }

  function keep(heard: HeardEntry): void {
    const { scan } = heard.entry;
    logOf(scan.kiosk).held.set(scan.counter, heard);
    byId.set(scan.id, heard);
    const fact = asFact(heard);
    for (const key of keysOf(scan)) byTicket.set(key, (byTicket.get(key) ?? new Map()).set(scan.id, fact));
  }

  function forget({ entry: { scan } }: HeardEntry): void {
    logOf(scan.kiosk).held.delete(scan.counter);
    byId.delete(scan.id);
    for (const key of keysOf(scan)) {
      const scans = byTicket.get(key);
      scans?.delete(scan.id);
      if (scans?.size === 0) byTicket.delete(key);
    }
  }

  function holds({ scan }: PeerEntry): boolean {
    const log = logs.get(scan.kiosk);
    if (log === undefined || scan.counter > log.top) return false;
    const held = log.held.get(scan.counter);
    return held === undefined || canonicalJson(held.entry.scan) === canonicalJson(scan);
  }

  return {
    holds,
    take(entry, hole, nowMs, answered = false) {
      const { scan, previous } = entry;
      const log = logOf(scan.kiosk);
      if (scan.counter <= log.top) return holds(entry) ? 'known' : 'changed';
      // Another number, the same scan: as bad as the same number for another scan.
      if (byId.has(scan.id)) return 'changed';
      if (previous > Math.max(log.top, hole)) return 'gap';
      log.top = scan.counter;
      keep({ entry, heardAtMs: nowMs, answered });
      return 'taken';
    },
    restore(heard) {
      for (const one of [...heard].sort((a, b) => a.entry.scan.counter - b.entry.scan.counter)) {
        const { scan } = one.entry;
        const log = logOf(scan.kiosk);
        if (byId.has(scan.id) || log.held.has(scan.counter)) continue;
        keep(one);
        log.top = Math.max(log.top, scan.counter);
      }
    },
    vector: () => new Map([...logs].filter(([, { top }]) => top > 0).map(([device, { top }]) => [device, top])),
    *after(device, counter) {
      for (const [at, { entry }] of logs.get(device)?.held ?? []) if (at > counter) yield entry;
    },
    scansOf(ticketNumber, registration, list) {
      const found = new Map<string, PeerScan>();
      for (const key of keysOf({ ticketNumber, registration, list }))
        for (const [id, scan] of byTicket.get(key) ?? []) found.set(id, scan);
      return [...found.values()];
    },
    heard: () => byId.values(),
    answered(ids) {
      const changed: HeardEntry[] = [];
      for (const id of ids) {
        const known = byId.get(id);
        if (known === undefined || known.answered) continue;
        const now = { ...known, answered: true };
        keep(now);
        changed.push(now);
      }
      return changed;
    },
    age(nowMs, isCovered, isMember) {
      const gone: HeardEntry[] = [];
      const settled = new Set<HeardEntry>();
      for (const heard of byId.values()) {
        if (!isMember(heard.entry.scan.kiosk)) gone.push(heard);
        else if (isCovered(heard.entry.scan)) settled.add(heard);
      }
      for (const heard of settled) if (nowMs - heard.heardAtMs >= keepCoveredMs) gone.push(heard);
      for (const heard of gone) forget(heard);
      const pushed = beyondBound(logs, settled, byId.size - journalMax);
      for (const heard of pushed) forget(heard);
      const ids = [...gone, ...pushed].map(({ entry }) => entry.scan.id);
      return { ids, dropped: pushed.filter((heard) => !settled.has(heard)).length };
    },
    size: () => byId.size,
  };
}

/**
 * Returns the entries beyond the bound: covered ones first, because the others are knowledge; of these from the device that has
 * the most, so that no device drives out the others.
 */
function beyondBound(logs: ReadonlyMap<string, Log>, settled: ReadonlySet<HeardEntry>, count: number): HeardEntry[] {
  const pushed = [...settled].filter((heard) => isHeld(logs, heard)).slice(0, Math.max(0, count));
  const left = [...logs.values()].map(({ held }) => [...held.values()].filter((heard) => !settled.has(heard)));
  for (let more = count - pushed.length; more > 0; ) {
    left.sort((a, b) => b.length - a.length);
    const [most, next] = left;
    if (most === undefined || most.length === 0) break;
    const some = Math.min(more, Math.max(1, most.length - (next?.length ?? 0)));
    pushed.push(...most.splice(0, some));
    more -= some;
  }
  return pushed;
}

function isHeld(logs: ReadonlyMap<string, Log>, { entry: { scan } }: HeardEntry): boolean {
  return logs.get(scan.kiosk)?.held.has(scan.counter) ?? false;
}

function keysOf(of: Pick<PeerScan, 'ticketNumber' | 'registration' | 'list'>): readonly string[] {
  const { ticketNumber, registration, list } = of;
  return [
    ...(ticketNumber === null ? [] : [`t ${ticketNumber} ${list}`]),
    ...(registration === null ? [] : [`r ${registration} ${list}`]),
  ];
}

/** A clock that runs ahead would make an entry of it that has not happened yet. */
function asFact({ entry: { scan }, heardAtMs }: HeardEntry): PeerScan {
  const saidMs = parseTime(scan.scannedAt);
  return saidMs !== null && saidMs > heardAtMs ? { ...scan, scannedAt: isoTime(heardAtMs) } : scan;
}
