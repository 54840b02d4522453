/**
 * The LAN of the kiosks in one world: what their device hosts do for them (`PeerApi`), in virtual time. Lines are late and
 * break; pairs of kiosks are cut off from each other; a process that ends takes its lines with it.
 */
import type { PeerApi, PeerEvent, PeerOpening, PeerPlace } from '#shared/peers/peer-api.ts';
import type { Random } from './random.ts';
import type { Lan } from './scenario.ts';
import { type Process, type VirtualTime, world } from './virtual-time.ts';

interface Host {
  readonly n: number;
  readonly process: Process;
  readonly tell: (event: PeerEvent) => void;
  opening: PeerOpening | null;
}

interface Line {
  readonly id: number;
  readonly ends: readonly [Host, Host];
  /** A line keeps its order: no frame of a direction comes before this moment. By the end that it comes to. */
  readonly freeAtMs: [number, number];
  open: boolean;
}

const announceEveryMs = 10_000;
const dialMs = 1_000;
/** Until a host finds out that the other side is gone. */
const goneMs = 500;

export class SimLan {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #lan: Lan;
  /** Milliseconds since the event opened. */
  readonly #clock: () => number;
  readonly #hosts = new Map<number, Host>();
  readonly #lines = new Map<number, Line>();
  #lastLine = 0;
  #healed = false;
  /** Frames that came to a kiosk. */
  frames = 0;

  constructor(time: VirtualTime, random: Random, lan: Lan, clock: () => number) {
    this.#time = time;
    this.#random = random;
    this.#lan = lan;
    this.#clock = clock;
    for (const cut of lan.cuts)
      time.after(world, cut.fromMs - clock(), () => {
        for (const line of this.#lines.values())
          if (this.#isCut(line.ends[0].n, line.ends[1].n)) this.#end(line, goneMs);
      });
  }

  heal(): void {
    this.#healed = true;
  }

  /** The kiosk's process has ended, by itself or not. */
  left(n: number): void {
    const host = this.#hosts.get(n);
    this.#hosts.delete(n);
    for (const line of this.#lines.values()) if (host && line.ends.includes(host)) this.#end(line, goneMs);
  }

  /** The host of one run of the kiosk. */
  host(n: number, process: Process): PeerApi {
    const listeners = new Set<(event: PeerEvent) => void>();
    const host: Host = {
      n,
      process,
      opening: null,
      tell: (event) => {
        if (process.alive) for (const listener of listeners) listener(event);
      },
    };
    const lineOf = (id: number): Line | undefined => {
      const line = this.#lines.get(id);
      return line?.ends.includes(host) ? line : undefined;
    };
    return {
      open: async (opening) => this.#open(host, opening),
      close: async () => {
        host.opening = null;
        for (const line of this.#lines.values()) if (line.ends.includes(host)) this.#end(line, 0);
      },
      dial: (address) => this.#dial(host, address),
      send: async (id, bytes) => {
        const line = lineOf(id);
        if (!line?.open) return false;
        this.#carry(line, line.ends[0] === host ? 1 : 0, bytes.slice());
        return true;
      },
      keep: async () => undefined,
      hangUp: async (id) => {
        const line = lineOf(id);
        if (line) this.#end(line, 0);
      },
      onEvent: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  }

  #open(host: Host, opening: PeerOpening): PeerPlace {
    host.opening = opening;
    this.#hosts.set(host.n, host);
    const announce = (): void => {
      if (host.opening === null || this.#hosts.get(host.n) !== host) return;
      for (const other of this.#hosts.values()) {
        this.#find(other, host);
        this.#find(host, other);
      }
      this.#time.after(host.process, announceEveryMs, announce);
    };
    this.#time.after(host.process, this.#way(), announce);
    return { port: 4_011, addresses: [addressOf(host.n)] };
  }

  #find(by: Host, of: Host): void {
    if (by === of || of.opening === null || this.#isCut(by.n, of.n)) return;
    by.tell({ kind: 'found', address: addressOf(of.n), member: of.opening.member });
  }

  async #dial(host: Host, address: string): Promise<'dialled' | 'unreachable'> {
    await this.#time.sleep(host.process, this.#way());
    const other = [...this.#hosts.values()].find(({ n }) => addressOf(n) === address);
    if (!other?.process.alive || other.opening === null || this.#isCut(host.n, other.n)) {
      await this.#time.sleep(host.process, dialMs);
      return 'unreachable';
    }
    this.#lastLine += 1;
    const line: Line = { id: this.#lastLine, ends: [host, other], freeAtMs: [0, 0], open: true };
    this.#lines.set(line.id, line);
    host.tell({ kind: 'opened', line: line.id, address, dialled: true });
    other.tell({ kind: 'opened', line: line.id, address: addressOf(host.n), dialled: false });
    return 'dialled';
  }

  #carry(line: Line, to: 0 | 1, bytes: Uint8Array): void {
    const atMs = Math.max(line.freeAtMs[to], this.#time.now() + this.#way());
    line.freeAtMs[to] = atMs;
    this.#time.after(line.ends[to].process, atMs - this.#time.now(), () => {
      if (!line.open) return;
      this.frames += 1;
      line.ends[to].tell({ kind: 'frame', line: line.id, bytes });
    });
  }

  #end(line: Line, afterMs: number): void {
    if (!line.open) return;
    line.open = false;
    this.#lines.delete(line.id);
    for (const end of line.ends)
      this.#time.after(end.process, afterMs, () => end.tell({ kind: 'closed', line: line.id, reason: 'closed' }));
  }

  #way(): number {
    return this.#random.delayMs(this.#lan.wayMs);
  }

  #isCut(a: number, b: number): boolean {
    const nowMs = this.#clock();
    if (this.#healed) return false;
    return this.#lan.cuts.some(
      (cut) => cut.fromMs <= nowMs && nowMs < cut.toMs && cut.apart.includes(a) !== cut.apart.includes(b),
    );
  }
}

const addressOf = (n: number): string => `10.0.0.${n + 1}:4011`;
