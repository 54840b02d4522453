/**
 * One open document and those who are in it. An edit is stored before anybody else hears of it: edits of a moment
 * together, in one commit after another (`#steps`), which the record's field rides along with when it is due. Where a
 * commit fails, everybody is sent away with "again": clients have their edits still, and bring them back.
 */
import * as Y from 'yjs';
import type { Refusal, Result } from '#shared/base/result.ts';
import type { Change, Committed } from '../store/contract.ts';
import { checkUpdate } from './check-update.ts';
import type { CollabDocument } from './collab-tables.ts';
import { type AbsorbedEdit, type Draft, type Prepared, storedOrigin } from './draft.ts';
import { frames } from './frames.ts';
import {
  closeCodes,
  connectionsPerDocumentMax,
  documentBytesMax,
  pendingBytesMax,
  queuedBytesMax,
  recordIdleMs,
  recordLatestMs,
  recordStrandedMs,
  storeEveryMs,
  triesMax,
} from './limits.ts';
import { Presence } from './presence.ts';
import { RoomStatus } from './room-status.ts';
import type { Ask, Stepped } from './step.ts';
import { decodeData, type StoredUpdate } from './stored-document.ts';

/** A connection, as the room sees it. */
export interface Peer {
  /** As the log names actors. */
  readonly name: string;
  readonly send: (frame: Uint8Array) => void;
  readonly close: (code: number, reason: string) => void;
  /** The record is another one: may it be in here still? */
  readonly lookAgain: () => void;
}

export interface RoomParts {
  readonly draft: Draft;
  /** Whose edits were the last that were stored before it was opened. */
  readonly editedBy: string;
  /** Stores; throws where nothing was kept. */
  readonly step: (
    ask: Omit<Ask, 'id' | 'name' | 'settle'> & { readonly prepared: Prepared | null },
  ) => Promise<Result<Committed<Stepped>>>;
  /** As they are stored now. */
  readonly read: () => Promise<readonly StoredUpdate[]>;
  readonly nowMs: () => number;
  readonly onFault: (fault: unknown) => void;
  /** Nobody is in it any more, and it takes nobody in. */
  readonly onEnd: () => void;
}

interface Standing {
  mayWrite: boolean;
  /** It was told that its edits are not taken, and shall be asked for them when they are. */
  isRefused: boolean;
}

interface Edit {
  readonly peer: Peer | null;
  readonly update: Uint8Array;
}

export class Room {
  readonly #parts: RoomParts;
  readonly #draft: Draft;
  readonly #peers = new Map<Peer, Standing>();
  readonly #presence: Presence<Peer>;
  readonly #status: RoomStatus;
  #queue: Edit[] = [];
  #queuedBytes = 0;
  /** Answers that tell of edits not stored yet. */
  #answers: (() => void)[] = [];
  #by: string;
  /** What the record lacks, since when. */
  #aheadSinceMs: number | null = null;
  #settleTimer: NodeJS.Timeout | null = null;
  #isSettleDue = false;
  #steps: Promise<void> | null = null;
  #steppedAtMs = 0;
  #writtenVersion = 0;
  #isOver = false;
  #isClosing = false;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    this.#draft = parts.draft;
    this.#by = parts.editedBy;
    this.#presence = new Presence(this.#draft.doc.clientID, parts.nowMs);
    this.#status = new RoomStatus(this.#draft.doc.clientID, (frame) => this.#tell(frame, null));
    this.#draft.doc.on('update', (update: Uint8Array, origin: unknown) => this.#changed(update, origin));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get size(): number {
    return this.#peers.size;
  }

  /** @returns whether it was taken in */
  join(peer: Peer, mayWrite: boolean): boolean {
    if (this.#isOver || this.#isClosing || this.#peers.size >= connectionsPerDocumentMax) return false;
    this.#peers.set(peer, { mayWrite, isRefused: false });
    peer.send(frames.ask(Y.encodeStateVector(this.#draft.doc)));
    const present = this.#presence.all();
    if (present) peer.send(frames.presence(present));
    const status = this.#status.frame();
    if (status) peer.send(status);
    return true;
  }

  leave(peer: Peer): void {
    if (!this.#peers.delete(peer)) return;
    const left = this.#presence.leave(peer);
    if (left) this.#tell(frames.presence(left), null);
    if (this.#peers.size === 0 && !this.#isOver && !this.#isClosing) void this.#retire();
  }

  setMayWrite(peer: Peer, mayWrite: boolean): void {
    const standing = this.#peers.get(peer);
    if (!standing || standing.mayWrite === mayWrite) return;
    standing.mayWrite = mayWrite;
    if (mayWrite) this.#askFor(peer, standing);
  }

  /** "What do I lack?" Answered when everything in the answer is stored. */
  answer(peer: Peer, stateVector: Uint8Array): void {
    let update: Uint8Array;
    try {
      update = Y.encodeStateAsUpdate(this.#draft.doc, stateVector);
    } catch {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    const send = () => peer.send(frames.answer(update));
    if (this.#queue.length === 0 && !this.#steps) {
      send();
      return;
    }
    this.#answers.push(send);
    this.#run();
  }

  hearPresence(peer: Peer, message: Uint8Array): void {
    const news = this.#presence.hear(peer, message);
    if (news === 'garbage') {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    if (news === 'too_much') {
      peer.close(closeCodes.tooLarge, 'presence_too_large');
      return;
    }
    // To the sender too, as y-websocket's own server does.
    if (news) this.#tell(frames.presence(news), null);
  }

  tellPresent(peer: Peer): void {
    const present = this.#presence.all();
    if (present) peer.send(frames.presence(present));
  }

  edit(peer: Peer, update: Uint8Array): void {
    const standing = this.#peers.get(peer);
    if (!standing || this.#isOver) return;
    const shape = checkUpdate(update);
    if (!shape) {
      peer.close(closeCodes.garbage, 'garbage');
      return;
    }
    const { doc } = this.#draft;
    if (!standing.mayWrite) {
      if (this.#isNews(update)) this.#refuse(peer, standing, 'read_only');
      return;
    }
    if (shape.adds && !this.#draft.hasRoom(update.byteLength)) {
      this.#refuse(peer, standing, 'document_full');
      return;
    }
    try {
      Y.applyUpdate(doc, update, peer);
    } catch (fault) {
      peer.close(closeCodes.garbage, 'garbage');
      this.#fail(fault);
      return;
    }
    const pending = doc.store.pendingStructs?.update.byteLength ?? 0;
    if (pending > pendingBytesMax) {
      doc.store.pendingStructs = null;
      peer.close(closeCodes.again, 'edits_missing');
    }
    if (this.#queuedBytes > queuedBytesMax) peer.close(closeCodes.again, 'too_fast');
    if (!shape.adds && this.#draft.hasRoom(documentBytesMax / 10))
      for (const [one, its] of this.#peers) if (its.isRefused && its.mayWrite) this.#askFor(one, its);
  }

  /** A row of this document came up in the log. */
  hearStored({ actor, record }: Change): void {
    if (this.#isOver) return;
    const { data, number } = record as unknown as { readonly data: string; readonly number: number };
    const isForeign = this.#draft.hear(number, () => decodeData(data));
    if (!isForeign || this.#aheadSinceMs !== null) return;
    // Who stored it sees to the record; unless it is no more.
    this.#by = actor;
    this.#settleIn(recordStrandedMs);
  }

  /** What another process, or this one, wrote into the record. */
  hearSettled({ ahead, settledVersion }: CollabDocument): void {
    this.#writtenVersion = Math.max(this.#writtenVersion, settledVersion);
    if (!ahead && this.#aheadSinceMs === null) this.#stopTimer();
  }

  /** The record was changed, or is gone. */
  hearRecord({ op, previous, record }: Change, field: string): void {
    if (this.#isOver) return;
    for (const peer of [...this.#peers.keys()]) peer.lookAgain();
    const isOutside = previous !== null && field in previous && record.version > this.#writtenVersion;
    if (op === 'delete' || isOutside) void this.settle();
  }

  /** The record's field follows now. */
  settle(): Promise<void> {
    this.#isSettleDue = true;
    return this.#run();
  }

  /** Everybody is sent away; what came in is stored still. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#isOver) return;
    this.#isClosing = true;
    for (const peer of [...this.#peers.keys()]) peer.close(code, reason);
    this.#peers.clear();
    await this.#retire();
  }

  #isNews(update: Uint8Array): boolean {
    const known = Y.decodeStateVector(Y.encodeStateVector(this.#draft.doc));
    return [...Y.parseUpdateMeta(update).to].some(([client, clock]) => clock > (known.get(client) ?? 0));
  }

  #refuse(peer: Peer, standing: Standing, reason: string): void {
    if (!standing.isRefused) peer.send(frames.denied(reason));
    standing.isRefused = true;
  }

  #askFor(peer: Peer, standing: Standing): void {
    standing.isRefused = false;
    peer.send(frames.ask(Y.encodeStateVector(this.#draft.doc)));
  }

  #tell(frame: Uint8Array, but: Peer | null): void {
    for (const peer of [...this.#peers.keys()]) if (peer !== but) peer.send(frame);
  }

  #changed(update: Uint8Array, origin: unknown): void {
    if (origin === storedOrigin) {
      this.#tell(frames.update(update), null);
      return;
    }
    const peer = [...this.#peers.keys()].find((one) => one === origin) ?? null;
    this.#queue.push({ peer, update });
    this.#queuedBytes += update.byteLength;
    this.#draft.grew(update.byteLength);
    if (peer) this.#by = peer.name;
    void this.#run();
  }

  #stopTimer(): void {
    if (this.#settleTimer) clearTimeout(this.#settleTimer);
    this.#settleTimer = null;
  }

  #settleIn(ms: number): void {
    this.#stopTimer();
    this.#settleTimer = setTimeout(() => void this.settle(), ms);
  }

  #run(): Promise<void> {
    this.#steps ??= this.#stepOn()
      .catch((fault: unknown) => this.#fail(fault))
      .finally(() => {
        this.#steps = null;
        if (this.#hasWork()) void this.#run();
      });
    return this.#steps;
  }

  #hasWork(): boolean {
    return !this.#isOver && (this.#queue.length > 0 || this.#answers.length > 0 || this.#isSettleDue);
  }

  async #stepOn(): Promise<void> {
    // Never inside of the change that called for it.
    await Promise.resolve();
    while (this.#hasWork()) {
      const waitMs = this.#steppedAtMs + storeEveryMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const isDue = this.#isSettleDue;
      this.#isSettleDue = false;
      if (isDue) await this.#settle();
      else await this.#store(null);
    }
  }

  /** @returns null: it is over */
  async #store(prepare: (() => Prepared) | null): Promise<(Stepped & { kind: 'stored' }) | null> {
    this.#steppedAtMs = performance.now();
    const [edits, answers] = [this.#queue, this.#answers];
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#answers = [];
    const updates = edits.map(({ update }) => update);
    const update = updates.length > 1 ? Y.mergeUpdates(updates) : (updates[0] ?? null);
    const prepared = prepare?.() ?? null;
    if (update || prepared) {
      const done = await this.#parts.step({ known: this.#draft.known, by: this.#by, edits: update, prepared });
      if (!done.ok) throw new RoomRefused(done.errors[0]);
      const stepped = done.value.value;
      if (stepped.kind === 'gone') {
        this.#end(closeCodes.gone, 'record_deleted');
        return null;
      }
      if (update && stepped.number !== null) this.#stored(edits, update, stepped.number);
      if (stepped.news) this.#draft.catchUp(stepped.news.generation, stepped.news.updates);
      if (stepped.rebase) this.#draft.rebase(stepped.rebase.number, stepped.rebase.updates);
      if (stepped.settled && prepared) {
        this.#writtenVersion = Math.max(this.#writtenVersion, stepped.settled.version);
        this.#draft.settled(prepared, stepped.settled);
      }
      for (const send of answers) send();
      return stepped;
    }
    for (const send of answers) send();
    return null;
  }

  #stored(edits: readonly Edit[], update: Uint8Array, number: number): void {
    this.#draft.stored(number, update.byteLength);
    const sender = edits[0]?.peer ?? null;
    const isOne = edits.every(({ peer }) => peer === sender);
    this.#tell(frames.update(update), isOne ? sender : null);
    const now = performance.now();
    this.#aheadSinceMs ??= now;
    this.#settleIn(Math.max(0, Math.min(recordIdleMs, this.#aheadSinceMs + recordLatestMs - now)));
  }

  async #settle(): Promise<void> {
    this.#stopTimer();
    let absorbed: AbsorbedEdit | null = null;
    for (let tries = 0; tries < triesMax; tries++) {
      const stepped = await this.#store(() => this.#draft.prepare(absorbed));
      if (!stepped) return;
      if (stepped.settled) {
        // What comes in meanwhile begins a span of its own when it is stored.
        this.#aheadSinceMs = null;
        this.#stopTimer();
        return this.#status.set(stepped.settled.problem);
      }
      absorbed = null;
      if (!stepped.outside) continue;
      const { text, version } = stepped.outside;
      const { settledNumber } = this.#draft.known;
      const base = (await this.#parts.read()).filter(({ number }) => number <= settledNumber);
      absorbed = this.#draft.absorb(version, text, base);
    }
    this.#settleIn(recordIdleMs);
  }

  async #retire(): Promise<void> {
    if (this.#aheadSinceMs !== null || this.#settleTimer || this.#hasWork()) await this.settle();
    while (this.#steps) await this.#steps;
    if (this.#peers.size === 0) this.#end(closeCodes.leaving, 'closed');
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    if (!(fault instanceof RoomRefused)) this.#parts.onFault(fault);
    this.#end(closeCodes.again, 'try_again');
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#status.stop();
    for (const peer of [...this.#peers.keys()]) peer.close(code, reason);
    this.#peers.clear();
    this.#answers = [];
    this.#queue = [];
    this.#draft.doc.destroy();
    this.#parts.onEnd();
  }
}

/** The store takes no more just now. */
class RoomRefused extends Error {
  constructor({ code, message }: Refusal) {
    super(`${code}: ${message}`);
  }
}
