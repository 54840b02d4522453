/**
 * Stores the edits of a document: those of a moment together, in one commit after another. When the record's field is due,
 * the same commit updates it. No client receives an edit, by itself or in an answer, before it is stored. Yjs documents
 * change in place: the content of a commit is computed in the same synchronous step that takes the queue.
 */
import * as Y from 'yjs';
import type { Refusal, Result } from '#shared/base/result.ts';
import type { Change, Committed } from '../../store/contract.ts';
import type { CollabDocument } from './collab-tables.ts';
import type { CommitOutcome, EditsToCommit } from './commit-edits.ts';
import type { AbsorbedEdit, Draft, Prepared } from './draft.ts';
import { recordIdleMs, recordLatestMs, recordStrandedMs, storeEveryMs, triesMax } from './limits.ts';
import { decodeData, type StoredUpdate } from './stored-document.ts';

export interface CommitQueueParts<P> {
  readonly draft: Draft;
  /** The actor whose edits were stored last before the document was opened. */
  readonly editedBy: string;
  /** Stores; throws where nothing was kept. */
  readonly commit: (
    ask: Omit<EditsToCommit, 'id' | 'name' | 'settle'> & { readonly prepared: Prepared | null },
  ) => Promise<Result<Committed<CommitOutcome>>>;
  /** Reads the updates as they are stored now. */
  readonly read: () => Promise<readonly StoredUpdate[]>;
  /** Edits are stored. `sender`: the one peer that sent all of them; null: there are several, or none. */
  readonly stored: (update: Uint8Array, sender: P | null) => void;
  /** The record is gone. */
  readonly gone: () => void;
  /** A commit failed, for any reason: the accepted edits are not kept. */
  readonly failed: (fault: unknown) => void;
}

interface Edit<P> {
  readonly peer: P | null;
  readonly update: Uint8Array;
}

/** The store refused a commit: its edits are not kept. */
export class CommitRefused extends Error {
  constructor({ code, message }: Refusal) {
    super(`${code}: ${message}`);
  }
}

export class CommitQueue<P extends { readonly name: string }> {
  readonly #parts: CommitQueueParts<P>;
  readonly #draft: Draft;
  #queue: Edit<P>[] = [];
  #queuedBytes = 0;
  /** Answers that contain edits which are not stored yet. */
  #answers: (() => void)[] = [];
  #by: string;
  /** Time since which the record lacks stored edits; null: it lacks none. */
  #aheadSinceMs: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isSettleDue = false;
  #running: Promise<void> | null = null;
  #committedAtMs = 0;
  #writtenVersion = 0;
  #isOver = false;

  constructor(parts: CommitQueueParts<P>) {
    this.#parts = parts;
    this.#draft = parts.draft;
    this.#by = parts.editedBy;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Queues an edit that the Yjs document holds already. */
  take(peer: P | null, update: Uint8Array): void {
    this.#queue.push({ peer, update });
    this.#queuedBytes += update.byteLength;
    if (peer) this.#by = peer.name;
    void this.#run();
  }

  /** Answers at once, or when everything that was taken is stored. */
  whenStored(answer: () => void): void {
    if (this.#queue.length === 0 && !this.#running) {
      answer();
      return;
    }
    this.#answers.push(answer);
    void this.#run();
  }

  /** Takes a row of this document from the log. */
  hearStored({ actor, record }: Change): void {
    if (this.#isOver) return;
    const { data, number } = record as unknown as { readonly data: string; readonly number: number };
    const isForeign = this.#draft.hear(number, () => decodeData(data));
    if (!isForeign || this.#aheadSinceMs !== null) return;
    // The process that stored the document also updates the record, unless that process has ended.
    this.#by = actor;
    this.#settleIn(recordStrandedMs);
  }

  /** Notes that another process, or this one, has written into the record. */
  hearSettled({ ahead, settledVersion }: CollabDocument): void {
    this.#writtenVersion = Math.max(this.#writtenVersion, settledVersion);
    if (!ahead && this.#aheadSinceMs === null) this.#stopTimer();
  }

  /** Takes a change of the record from the log: settles where it was deleted or its field was changed from outside. */
  hearRecord({ op, previous, record }: Change, field: string): void {
    const isOutside = previous !== null && field in previous && record.version > this.#writtenVersion;
    if (op === 'delete' || isOutside) void this.settle();
  }

  /** Updates the record's field now. */
  settle(): Promise<void> {
    this.#isSettleDue = true;
    return this.#run();
  }

  /** Stores everything that was taken, and tries to write it into the record. Resolves also where that fails. */
  async finish(): Promise<void> {
    if (this.#aheadSinceMs !== null || this.#timer || this.#hasWork()) await this.settle();
    while (this.#running) await this.#running;
  }

  stop(): void {
    this.#isOver = true;
    this.#stopTimer();
    this.#answers = [];
    this.#queue = [];
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #settleIn(ms: number): void {
    this.#stopTimer();
    if (!this.#isOver) this.#timer = setTimeout(() => void this.settle(), ms);
  }

  #run(): Promise<void> {
    this.#running ??= this.#commitAll()
      .catch((fault: unknown) => this.#parts.failed(fault))
      .finally(() => {
        this.#running = null;
        if (this.#hasWork()) void this.#run();
      });
    return this.#running;
  }

  #hasWork(): boolean {
    return !this.#isOver && (this.#queue.length > 0 || this.#answers.length > 0 || this.#isSettleDue);
  }

  async #commitAll(): Promise<void> {
    // Never inside of the change that called for it.
    await Promise.resolve();
    while (this.#hasWork()) {
      const waitMs = this.#committedAtMs + storeEveryMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const isDue = this.#isSettleDue;
      this.#isSettleDue = false;
      if (isDue) await this.#settle();
      else await this.#store(null);
    }
  }

  /** @returns null: it is over */
  async #store(prepare: (() => Prepared) | null): Promise<(CommitOutcome & { kind: 'stored' }) | null> {
    this.#committedAtMs = performance.now();
    const [edits, answers] = [this.#queue, this.#answers];
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#answers = [];
    const updates = edits.map(({ update }) => update);
    const update = updates.length > 1 ? Y.mergeUpdates(updates) : (updates[0] ?? null);
    const prepared = prepare?.() ?? null;
    if (update || prepared) {
      const done = await this.#parts.commit({ known: this.#draft.known, by: this.#by, edits: update, prepared });
      if (!done.ok) throw new CommitRefused(done.errors[0]);
      const outcome = done.value.value;
      if (outcome.kind === 'gone') {
        this.#parts.gone();
        return null;
      }
      if (update && outcome.number !== null) this.#stored(edits, update, outcome.number);
      if (outcome.news) this.#draft.catchUp(outcome.news.generation, outcome.news.updates);
      if (outcome.rebase) this.#draft.rebase(outcome.rebase.number, outcome.rebase.updates);
      if (outcome.settled && prepared) {
        this.#writtenVersion = Math.max(this.#writtenVersion, outcome.settled.version);
        this.#draft.settled(prepared, outcome.settled);
      }
      for (const send of answers) send();
      return outcome;
    }
    for (const send of answers) send();
    return null;
  }

  #stored(edits: readonly Edit<P>[], update: Uint8Array, number: number): void {
    this.#draft.stored(number, update.byteLength);
    const sender = edits[0]?.peer ?? null;
    const isOne = edits.every(({ peer }) => peer === sender);
    this.#parts.stored(update, isOne ? sender : null);
    const now = performance.now();
    this.#aheadSinceMs ??= now;
    this.#settleIn(Math.max(0, Math.min(recordIdleMs, this.#aheadSinceMs + recordLatestMs - now)));
  }

  async #settle(): Promise<void> {
    this.#stopTimer();
    let absorbed: AbsorbedEdit | null = null;
    for (let tries = 0; tries < triesMax; tries++) {
      const outcome = await this.#store(() => this.#draft.prepare(absorbed));
      if (!outcome) return;
      if (outcome.settled) {
        // Edits that come in meanwhile begin a span of their own when they are stored.
        this.#aheadSinceMs = null;
        this.#stopTimer();
        return;
      }
      absorbed = null;
      if (!outcome.outside) continue;
      const { text, version } = outcome.outside;
      const { settledNumber } = this.#draft.known;
      const base = (await this.#parts.read()).filter(({ number }) => number <= settledNumber);
      absorbed = this.#draft.absorb(version, text, base);
    }
    this.#settleIn(recordIdleMs);
  }
}
