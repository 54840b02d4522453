/** Opens the mesh: a session for each line, entries out to those that lack them, entries in to the journal. Types: mesh.ts. */
import { canonicalJson, isObject } from '../base/json.ts';
import { createListeners } from '../base/observable.ts';
import { minuteMs, secondMs } from '../base/time.ts';
import { deviceOf, isCount, type PeerEntry, type PeerScan } from './entry.ts';
import { createOpener, createSealer, plainBytesMax, type Sealer } from './frame.ts';
import { createPeerJournal, type PeerJournal } from './journal.ts';
import type { LeaseMessage } from './lease-transfer.ts';
import { LineSession } from './line-session.ts';
import type { MeshParts, MeshState, PeerMesh } from './mesh.ts';
import { checkEntry, createOwnLog, type OwnLog } from './mesh-entries.ts';
import {
  type EntriesMessage,
  entriesMax,
  entryText,
  type Knowledge,
  type PeerMessage,
  writeEntries,
  writeMessage,
} from './messages.ts';
import type { LineEnd } from './peer-api.ts';
import { createPeerReports, type PeerReports } from './reports.ts';
import type { LineId, PeerStatus, RefusalReason } from './session.ts';
import { linesOf } from './topology.ts';
import { lackingIn, type VersionVector } from './version-vector.ts';
import { WhoHearsWhom } from './who-hears-whom.ts';

/** Maximum number of lines; a host takes no more either (`peerLimits` in shared/lan/limits.ts). */
const linesMax = 64;
/** Frames of entries sent before the other has to say what it has. */
const windowFrames = 32;
/** Time for which an entry is left to its own device, before another brings it up to the server. */
const relayAfterMs = 5 * secondMs;
const ageEveryMs = 10 * secondMs;
const keyOutdatedForMs = minuteMs;
/** Statuses of one run; a later run goes on above them. */
const statusesARun = 2 ** 21;
/** Letters; a frame of entries is closed at this length, so that one more entry still fits, in UTF-8 too. */
const entriesLetters = plainBytesMax / 6;

interface Line {
  readonly id: LineId;
  readonly session: LineSession;
  /** Entry frames since the other last said what it has. */
  unanswered: number;
  filling: boolean;
  again: boolean;
}

interface EntriesFrame {
  readonly texts: readonly string[];
  readonly holes: ReadonlyMap<string, number>;
}

/** Returns the reason of a refusal by the host: the mesh does not see it, and the board has to show it all the same. */
function refusedByHost(end: LineEnd | undefined, session: LineSession | undefined): RefusalReason | null {
  if (end === 'crowded') return 'too_many_lines';
  if (session === undefined) return null;
  if (end === 'too_large') return 'frame_too_large';
  // A kiosk that is slow on a weak network is none of it.
  return end === 'unproven' || (end === 'slow' && session.peer === null) ? 'not_proven' : null;
}

export function openMesh(parts: MeshParts): PeerMesh {
  return new Mesh(parts);
}

class Mesh implements PeerMesh {
  readonly #parts: MeshParts;
  readonly #lines = new Map<LineId, Line>();
  readonly #journal: PeerJournal = createPeerJournal();
  readonly #own: OwnLog;
  readonly #sealer: Sealer;
  readonly #open: ReturnType<typeof createOpener>;
  readonly #reports: PeerReports = createPeerReports();
  readonly #whom: WhoHearsWhom;
  readonly #heard = createListeners<[readonly PeerScan[]]>();
  readonly #leases = createListeners<[string, LeaseMessage]>();
  readonly #changed = createListeners();
  #statusNumber = 0;
  #dropped = 0;
  #agedAtMs = Number.NEGATIVE_INFINITY;
  #outdatedAtMs = Number.NEGATIVE_INFINITY;
  #generation: number | null;

  constructor(parts: MeshParts) {
    this.#parts = parts;
    this.#own = createOwnLog(parts.own, parts.crypto);
    this.#journal.restore(parts.heard);
    this.#sealer = createSealer(parts);
    this.#open = createOpener(parts);
    this.#whom = new WhoHearsWhom(parts.self);
    this.#generation = parts.keys()?.current.generation ?? null;
  }

  onHeard = (listener: (scans: readonly PeerScan[]) => void): (() => void) => this.#heard.subscribe(listener);
  onLease = (listener: (peer: string, lease: LeaseMessage) => void): (() => void) => this.#leases.subscribe(listener);
  onChange = (listener: () => void): (() => void) => this.#changed.subscribe(listener);

  lineOpened(id: LineId, peer: string | null): void {
    if (this.#lines.size >= linesMax) {
      this.#parts.lines.close(id, 'too_fast');
      return;
    }
    const line: Line = {
      id,
      session: new LineSession(
        {
          crypto: this.#parts.crypto,
          clock: this.#parts.clock,
          members: this.#parts.members,
          open: this.#open,
          send: (text, day) => {
            void this.#sealer.seal(text, day, (frame) => {
              if (this.#lines.has(id)) this.#parts.lines.send(id, frame);
            });
          },
          knowledge: () => this.#knowledge(),
          hear: (message) => this.#hear(line, message),
          onLive: () => this.#live(line),
          onRefused: (reason, from) => this.#refused(id, reason, from),
        },
        peer !== null,
      ),
      unanswered: 0,
      filling: false,
      again: false,
    };
    this.#lines.set(id, line);
    line.session.start();
  }

  received(id: LineId, bytes: Uint8Array): void {
    this.#lines.get(id)?.session.receive(bytes);
  }

  lineClosed(id: LineId, end?: LineEnd): void {
    const line = this.#lines.get(id);
    const refused = refusedByHost(end, line?.session);
    if (refused !== null) this.#reports.add(refused, line?.session.peer ?? null, this.#parts.clock.now());
    if (line !== undefined) {
      this.#lines.delete(id);
      line.session.close();
    }
    if (line !== undefined || refused !== null) this.#changed.notify();
  }

  append(scan: PeerScan): void {
    if (scan.kiosk !== this.#parts.self || (scan.verdict !== 'admitted' && scan.verdict !== 'undone')) return;
    this.#own.append(scan);
    this.#spread();
  }

  wanted(reachable: readonly string[]): readonly string[] {
    const { self, members } = this.#parts;
    const isThere = (id: string) => id !== self && members.find(id)?.revoked === false;
    const heard = this.#peers('live');
    const linked = this.#whom.reach(heard);
    const isBox = (id: string) => members.find(id)?.isBox === true;
    return linesOf({ self, reachable: [...reachable, ...heard].filter(isThere), linked, isBox });
  }

  tick(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    this.#whom.forget(nowMs, (id) => this.#isMember(id));
    for (const { session } of [...this.#lines.values()]) session.tick(nowMs);
    this.#spread();
    if (nowMs - this.#agedAtMs >= ageEveryMs) this.#age();
    this.#changed.notify();
  }

  refresh(): void {
    const generation = this.#parts.keys()?.current.generation ?? null;
    const isNewer = generation !== this.#generation;
    this.#generation = generation;
    if (isNewer) this.#outdatedAtMs = Number.NEGATIVE_INFINITY;
    for (const { id, session } of [...this.#lines.values()]) {
      if (session.peer !== null && !this.#isMember(session.peer)) this.#refused(id, 'revoked', session.peer);
      // With the new key it may be readable: it begins again.
      else if (isNewer && session.phase !== 'live') this.#end(id, 'key_unknown');
    }
    this.#age();
    this.#changed.notify();
  }

  scansOf(ticketNumber: string, registration: string | null, list: string): readonly PeerScan[] {
    return this.#journal.scansOf(ticketNumber, registration, list);
  }

  *uncovered(): Iterable<PeerScan> {
    for (const { entry } of this.#journal.heard()) if (!this.#parts.isCovered(entry.scan)) yield entry.scan;
  }

  entryOf = async (scan: unknown): Promise<PeerEntry | null> => {
    const counter = isObject(scan) ? scan['counter'] : null;
    if (!isCount(counter) || counter === 0) return null;
    const [entry] = await this.#own.after(counter - 1, 1);
    return entry !== undefined && canonicalJson(entry.scan) === canonicalJson(scan) ? entry : null;
  };

  async offer(entries: readonly PeerEntry[]): Promise<readonly PeerEntry[]> {
    const nowMs = this.#parts.clock.now();
    const taken: PeerEntry[] = [];
    const later: PeerEntry[] = [];
    for (const entry of entries) {
      if (this.#isHeld(entry)) continue;
      const { kind } = await checkEntry(entry, this.#parts, this.#isHeld);
      const outcome = kind === 'good' ? this.#journal.take(entry, 0, nowMs, true) : kind;
      if (outcome === 'taken') taken.push(entry);
      else if (outcome === 'gap' || (outcome === 'passed_over' && !this.#isHeld(entry))) later.push(entry);
      else if (outcome !== 'known' && outcome !== 'passed_over') this.#report(outcome, deviceOf(entry));
    }
    this.#keep(taken, nowMs, true);
    return later;
  }

  toRelay(limit: number): readonly PeerEntry[] {
    const before = this.#parts.clock.now() - (this.#parts.relayAfterMs ?? relayAfterMs);
    const found: PeerEntry[] = [];
    for (const { entry, heardAtMs, answered } of this.#journal.heard()) {
      if (found.length >= limit) break;
      if (!answered && heardAtMs <= before && !this.#parts.isCovered(entry.scan)) found.push(entry);
    }
    return found;
  }

  answered(ids: readonly string[]): void {
    const changed = this.#journal.answered(ids);
    if (changed.length > 0) this.#parts.store.put(changed);
  }

  state(): MeshState {
    const { self, members, clock } = this.#parts;
    const there = members.all().filter(({ revoked }) => !revoked);
    const reached = this.#whom.reach(this.#peers('live'));
    return {
      members: there.length,
      boxes: there.filter(({ isBox }) => isBox).map(({ id }) => id),
      inReach: [self, ...[...reached].filter((id) => this.#isMember(id)).sort()],
      statuses: [this.#status(), ...this.#whom.others()],
      reports: this.#reports.all(),
      keyOutdated: clock.monotonicMs() - this.#outdatedAtMs < keyOutdatedForMs,
      dropped: this.#dropped,
    };
  }

  sayLease(peer: string, lease: LeaseMessage): void {
    const line = [...this.#lines.values()].find(({ session }) => session.phase === 'live' && session.peer === peer);
    line?.session.say(writeMessage({ kind: 'lease', lease }));
  }

  close(): void {
    for (const id of [...this.#lines.keys()]) this.lineClosed(id);
  }

  #isMember(id: string): boolean {
    return this.#parts.members.find(id)?.revoked === false;
  }

  /** Ids of kiosks at the other end of lines in this phase. */
  #peers(phase: LineSession['phase']): readonly string[] {
    const ids = [...this.#lines.values()].flatMap(({ session }) =>
      session.phase === phase && session.peer !== null ? [session.peer] : [],
    );
    return [...new Set(ids)].sort();
  }

  #status(): PeerStatus {
    const n = this.#parts.run * statusesARun + this.#statusNumber;
    return { device: this.#parts.self, n, hears: this.#peers('live'), online: this.#parts.online() };
  }

  #vector(): VersionVector {
    const vector = new Map(this.#journal.vector());
    if (this.#own.top() > 0) vector.set(this.#parts.self, this.#own.top());
    return vector;
  }

  #knowledge(): Knowledge {
    this.#statusNumber += 1;
    return { vector: this.#vector(), statuses: [this.#status(), ...this.#whom.others()] };
  }

  #live(line: Line): void {
    const { session } = line;
    if (session.peer !== null) this.#parts.lines.proven?.(line.id, session.peer);
    if (session.phase === 'unheard') this.#outdatedAtMs = this.#parts.clock.monotonicMs();
    for (const other of this.#lines.values()) {
      if (other === line || other.session.peer !== session.peer || other.session.phase === 'greeting') continue;
      // Both ends decide alike: of two lines the one stays that the lower id dialled; of one dialler's two the newer one.
      const lower = this.#parts.self < (session.peer ?? '');
      const stays = session.dialled === other.session.dialled || session.dialled === lower;
      this.#end(stays ? other.id : line.id, 'line_replaced');
      if (!stays) return;
    }
    this.#changed.notify();
    void this.#fill(line);
  }

  async #hear(line: Line, message: PeerMessage): Promise<void> {
    if (message.kind === 'entries') return this.#entries(line, message);
    if (message.kind === 'lease' && line.session.peer !== null) this.#leases.notify(line.session.peer, message.lease);
    if (message.kind !== 'welcome' && message.kind !== 'pulse') return;
    this.#whom.heard(message.statuses, this.#parts.clock.monotonicMs());
    line.unanswered = 0;
    void this.#fill(line);
  }

  async #entries(line: Line, { entries: values, holes, ask }: EntriesMessage): Promise<void> {
    const checked = await Promise.all(values.map((value) => checkEntry(value, this.#parts, this.#isHeld)));
    const nowMs = this.#parts.clock.now();
    const taken: PeerEntry[] = [];
    for (const one of checked) {
      if (one.kind === 'passed_over') continue;
      if (one.kind !== 'good') return this.#refused(line.id, one.kind, line.session.peer);
      const { entry } = one;
      const outcome = this.#journal.take(entry, holes.get(deviceOf(entry)) ?? 0, nowMs);
      if (outcome === 'changed') this.#report('changed', deviceOf(entry));
      if (outcome === 'taken') taken.push(entry);
      if (outcome !== 'gap') line.session.theirs.has(deviceOf(entry), entry.scan.counter, null);
    }
    if (ask && line.session.phase === 'live') line.session.say(writeMessage({ kind: 'pulse', ...this.#knowledge() }));
    this.#keep(taken, nowMs, false);
  }

  /** Its own are never taken from others. */
  #isHeld = (entry: PeerEntry): boolean => deviceOf(entry) === this.#parts.self || this.#journal.holds(entry);

  #report(what: 'changed' | 'entry_forged' | 'entry_invalid', device: string): void {
    this.#reports.add(what === 'changed' ? 'entry_changed' : what, device, this.#parts.clock.now());
  }

  #keep(taken: readonly PeerEntry[], heardAtMs: number, answered: boolean): void {
    if (taken.length === 0) return;
    this.#parts.store.put(taken.map((entry) => ({ entry, heardAtMs, answered })));
    this.#heard.notify(taken.map(({ scan }) => scan));
    this.#spread();
  }

  #spread(): void {
    for (const line of this.#lines.values()) void this.#fill(line);
  }

  /** Sends what the other end lacks, device by device, until it has to say what it has. */
  async #fill(line: Line): Promise<void> {
    const { session } = line;
    line.again = true;
    if (line.filling) return;
    line.filling = true;
    while (line.again) {
      line.again = false;
      while (this.#lines.has(line.id) && line.unanswered < windowFrames) {
        const frame = await this.#nextFrame(session);
        if (frame === null || (session.phase !== 'live' && session.phase !== 'unheard')) break;
        line.unanswered += 1;
        session.say(writeEntries(frame.texts, frame.holes, line.unanswered === windowFrames));
      }
    }
    line.filling = false;
  }

  /** @returns entries that the other end lacks, as texts; null: it lacks none */
  async #nextFrame({ phase, peer, theirs }: LineSession): Promise<EntriesFrame | null> {
    if (phase !== 'live' && phase !== 'unheard') return null;
    const { self, clock } = this.#parts;
    const texts: string[] = [];
    const holes = new Map<string, number>();
    let length = 0;
    for (const device of lackingIn(this.#vector(), theirs.vector()).keys()) {
      // A peer that we cannot read gets our own; what others made, others give.
      if (device === peer || (phase === 'unheard' && device !== self)) continue;
      const after = theirs.through(device);
      const more = device === self ? await this.#own.after(after, entriesMax) : this.#journal.after(device, after);
      for (const entry of more) {
        if (length >= entriesLetters || texts.length >= entriesMax) return { texts, holes };
        if (entry.previous > theirs.through(device)) holes.set(device, entry.previous);
        const text = entryText(entry);
        texts.push(text);
        length += text.length;
        theirs.has(device, entry.scan.counter, clock.monotonicMs());
      }
    }
    return texts.length === 0 ? null : { texts, holes };
  }

  #age(): void {
    const { clock, isCovered, store } = this.#parts;
    this.#agedAtMs = clock.monotonicMs();
    const { ids, dropped } = this.#journal.age(clock.now(), isCovered, (id) => this.#isMember(id));
    this.#dropped += dropped;
    if (ids.length > 0) store.drop(ids);
  }

  #refused(id: LineId, reason: RefusalReason, peer: string | null): void {
    this.#reports.add(reason, peer, this.#parts.clock.now());
    this.#end(id, reason);
    this.#changed.notify();
  }

  #end(id: LineId, reason: RefusalReason): void {
    this.lineClosed(id);
    this.#parts.lines.close(id, reason);
  }
}
