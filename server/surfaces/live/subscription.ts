/**
 * One subscription on one line: reads the log on from its place until it has caught up, is a member of the tenant's tail
 * from then on, and reads by itself again when its line had no room. So nothing is kept for it, and nothing is lost: a
 * line that takes nothing for long ends the subscription with `resync` and the place to go on from.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Refusal } from '#shared/base/result.ts';
import type { SubscriptionFilter } from '../../core/log/subscriptions/subscription-filter.ts';
import type { Batch } from '../../core/log/tails/batch.ts';
import type { LiveTail, Member } from '../../core/log/tails/live-tail.ts';
import type { LiveTails } from '../../core/log/tails/live-tails.ts';
import type { Wire } from './wire.ts';

const faultPauseMs = 1_000;

const slowReader: Refusal = {
  code: 'slow_reader',
  message: 'The client did not read for too long. Subscribe again from this place.',
};

export interface SubscriptionParts {
  readonly id: string;
  readonly filter: SubscriptionFilter;
  /** Sequence number of the log; changes after it are sent. */
  readonly from: number;
  readonly tail: LiveTail;
  readonly tails: LiveTails;
  readonly wire: Wire;
  /** Longest time for which its connection may take nothing, in ms. */
  readonly patienceMs: number;
  readonly onFault: (fault: unknown) => void;
  /** Called where the subscription has ended by itself, after the client was sent `resync`. */
  readonly onEnd: () => void;
}

export class Subscription implements Member {
  readonly filter: SubscriptionFilter;
  readonly #parts: SubscriptionParts;
  /** Changes are sent up to here. */
  #cursor: number;
  /** The client knows of this place. */
  #knownSeq: number;
  #isOver = false;
  #isMember = false;
  #leaveTail = () => {};

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.filter = parts.filter;
    this.#cursor = this.#knownSeq = parts.from;
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.tail.leave(this);
    this.#leaveTail();
  }

  take(batch: Batch): boolean {
    if (!this.#isOver && this.#tell(batch)) return true;
    this.#isMember = false;
    this.#leaveTail();
    return false;
  }

  /** @param since place from which the client may subscribe again; null: it has to reload the records */
  ended(refusal: Refusal, since: number | null): void {
    if (this.#isOver) return;
    this.stop();
    const { id, onEnd, wire } = this.#parts;
    wire.send({ type: 'resync', id, code: refusal.code, message: refusal.message, since });
    onEnd();
  }

  /** Sends the client its place in the log, where it has moved on without a change for this subscription. */
  sendPosition(): void {
    if (this.#isOver || !this.#isMember || !this.#parts.wire.hasRoom()) return;
    const seq = Math.max(this.#cursor, this.#parts.tail.sentSeq);
    if (seq <= this.#knownSeq) return;
    this.#cursor = this.#knownSeq = seq;
    this.#parts.wire.send({ type: 'position', id: this.#parts.id, seq });
  }

  /** @returns whether there was room for all of it; else it is to be read again from the last that went */
  #tell(batch: Batch): boolean {
    const { changes, seq } = batch;
    if (changes.length === 0) {
      this.#cursor = Math.max(this.#cursor, seq);
      return true;
    }
    const sent = this.#parts.wire.sendChanges(this.#parts.id, batch);
    const last = changes[sent - 1];
    if (last) this.#cursor = this.#knownSeq = last.seq;
    if (sent < changes.length) return false;
    this.#cursor = Math.max(this.#cursor, seq);
    return true;
  }

  async #run(): Promise<void> {
    while (!this.#isOver)
      try {
        await this.#catchUp();
        await this.#live();
      } catch (fault) {
        this.#parts.onFault(fault);
        await wait(faultPauseMs, undefined, { ref: false });
      }
  }

  async #hasRoomInTime(): Promise<boolean> {
    const { patienceMs, wire } = this.#parts;
    if (wire.hasRoom()) return true;
    const inTime = new AbortController();
    const late = wait(patienceMs, undefined, { signal: inTime.signal, ref: false }).catch(() => {});
    await Promise.race([wire.room(), late]);
    inTime.abort();
    return wire.hasRoom();
  }

  async #catchUp(): Promise<void> {
    const { tail, tails, wire } = this.#parts;
    while (!this.#isOver) {
      const hasRoom = await this.#hasRoomInTime();
      if (this.#isOver) return;
      if (!hasRoom) return this.ended(slowReader, this.#cursor);
      // Other subscriptions of the same connection may have filled it until the turn of this one comes.
      const read = await tails.inTurn(async () => (wire.hasRoom() ? tail.read(this.filter, this.#cursor) : null));
      if (this.#isOver) return;
      if (read === null) continue;
      if ('refusal' in read) return this.ended(read.refusal, this.#cursor);
      if (this.#tell(read.batch) && read.isAll) return;
    }
  }

  /** Resolves when it has to read by itself again, or is over; at once where the others are ahead of it. */
  async #live(): Promise<void> {
    if (this.#isOver) return;
    const left = new Promise<void>((resolve) => {
      this.#leaveTail = resolve;
    });
    this.#isMember = true;
    if (!(await this.#parts.tail.join(this, this.#cursor))) {
      this.#isMember = false;
      return;
    }
    this.sendPosition();
    await left;
  }
}
