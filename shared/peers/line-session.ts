/** One line's session: who is at the other end, that they are there now, and what they lack. Types and reasons: session.ts. */
import { toBase64url } from '../base/bytes.ts';
import { createOneAtATime } from '../base/one-at-a-time.ts';
import { secondMs } from '../base/time.ts';
import type { OpenedFrame, OpenFrame } from './frame.ts';
import { isLater } from './frame-layout.ts';
import { type Knowledge, nonceBytes, type PeerMessage, readMessage, writeMessage } from './messages.ts';
import type { PeerClock, PeerCrypto, PeerMembers } from './ports.ts';
import type { RefusalReason, SessionPhase } from './session.ts';
import { dayOf } from './venue-key.ts';
import { WhatTheyKnow } from './what-they-know.ts';

/** More frames of one line in a second end it (`too_fast`). */
export const framesPerSecondMax = 256;
/** Maximum number of frames that came and were not read yet; one more ends the line (`too_fast`). */
const waitingMax = 512;
/** A kiosk pulses every second: one that is not heard for so long is not there. */
export const silentAfterMs = 5 * secondMs;

export interface LineParts {
  readonly crypto: PeerCrypto;
  readonly clock: PeerClock;
  readonly members: PeerMembers;
  readonly open: OpenFrame;
  /** Seals it and sends it on this line. @param day of the key; null: today */
  readonly send: (text: string, day: number | null) => void;
  readonly knowledge: () => Knowledge;
  readonly hear: (message: PeerMessage) => Promise<void>;
  readonly onLive: () => void;
  /** The line is to be closed. */
  readonly onRefused: (reason: RefusalReason, peer: string | null) => void;
}

export class LineSession {
  readonly theirs = new WhatTheyKnow();
  readonly dialled: boolean;
  readonly #parts: LineParts;
  readonly #inTurn = createOneAtATime();
  readonly #nonce: string;
  #phase: SessionPhase = 'greeting';
  #peer: string | null = null;
  #last: { readonly run: number; readonly number: number } | null = null;
  #day: number | null = null;
  #theirNonce: string | null = null;
  #wasOfAnotherDay = false;
  /** Their hello came under the key before ours: they cannot read us, and we take what is proven without an answer. */
  #halfHeard = false;
  #heardAtMs: number;
  #waiting = 0;
  #second = { startMs: 0, frames: 0 };

  constructor(parts: LineParts, dialled: boolean) {
    this.#parts = parts;
    this.dialled = dialled;
    this.#nonce = toBase64url(parts.crypto.randomBytes(nonceBytes));
    this.#heardAtMs = parts.clock.monotonicMs();
  }

  start(): void {
    this.#hello();
  }

  get phase(): SessionPhase {
    return this.#phase;
  }

  get peer(): string | null {
    return this.#peer;
  }

  say(text: string): void {
    if (this.#phase !== 'closed') this.#parts.send(text, this.#day);
  }

  close(): void {
    this.#phase = 'closed';
  }

  tick(nowMs: number): void {
    if (this.#phase === 'closed') return;
    if (nowMs - this.#heardAtMs >= silentAfterMs) this.#refuse('silent', this.#peer);
    else if (this.#phase !== 'greeting') this.say(writeMessage({ kind: 'pulse', ...this.#parts.knowledge() }));
  }

  receive(bytes: Uint8Array): void {
    if (this.#phase === 'closed') return;
    if (!this.#inTime()) {
      this.#refuse('too_fast', this.#peer);
      return;
    }
    this.#waiting += 1;
    void this.#inTurn(async () => {
      this.#waiting -= 1;
      if (this.#phase !== 'closed') await this.#frame(bytes);
    });
  }

  #inTime(): boolean {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - this.#second.startMs >= secondMs) this.#second = { startMs: nowMs, frames: 0 };
    this.#second.frames += 1;
    return this.#second.frames <= framesPerSecondMax && this.#waiting < waitingMax;
  }

  async #frame(bytes: Uint8Array): Promise<void> {
    const opening = await this.#parts.open(bytes);
    if (this.phase === 'closed') return;
    if (!opening.ok) {
      const { reason, peer } = opening;
      // The first hello of a kiosk whose clock is off: it hears ours, and says it again in our day.
      if (reason === 'wrong_day' && this.#phase === 'greeting' && !this.#wasOfAnotherDay) this.#wasOfAnotherDay = true;
      else if (reason === 'key_unknown' && peer !== null && (this.#peer ?? peer) === peer) this.#cannotRead(peer);
      else this.#refuse(reason, peer);
      return;
    }
    const { header, text } = opening.frame;
    if (this.#peer !== null && this.#peer !== header.sender) return this.#refuse('sender_changed', header.sender);
    if (this.#last !== null && !isLater(header, this.#last)) return this.#refuse('replayed', header.sender);
    const message = readMessage(text, (device) => this.#parts.members.find(device) !== null);
    if (message === null) return this.#refuse('message_unknown', header.sender);
    this.#peer = header.sender;
    this.#last = header;
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    await this.#take(message, opening.frame);
  }

  async #take(message: PeerMessage, frame: OpenedFrame): Promise<void> {
    if (message.kind === 'hello') return this.#greeted(message.nonce, frame);
    if (message.kind === 'welcome') {
      if (message.echo !== this.#nonce || this.#phase !== 'greeting') return this.#refuse('not_fresh', this.#peer);
      this.#phase = 'live';
      this.theirs.said(message.vector, this.#parts.clock.monotonicMs());
      await this.#parts.hear(message);
      this.#parts.onLive();
      return;
    }
    const proven = this.#phase === 'live' || this.#phase === 'unheard';
    if (!proven && !(this.#halfHeard && frame.isPrevious)) return this.#refuse('not_fresh', this.#peer);
    // Without an answer to our nonce only what each entry proves by itself is taken.
    if (!proven && message.kind !== 'entries') return;
    if (message.kind === 'pulse') this.theirs.said(message.vector, this.#parts.clock.monotonicMs());
    await this.#parts.hear(message);
  }

  #greeted(nonce: string, { header, isPrevious }: OpenedFrame): void {
    if (this.#theirNonce !== null) {
      if (this.#theirNonce !== nonce) this.#refuse('message_unknown', this.#peer);
      return;
    }
    this.#theirNonce = nonce;
    this.#halfHeard = isPrevious;
    const { clock } = this.#parts;
    if (!clock.trusted() && header.day !== dayOf(clock.now())) {
      this.#day = header.day;
      this.#hello();
    }
    this.say(writeMessage({ kind: 'welcome', echo: nonce, ...this.#parts.knowledge() }));
  }

  /** It has a newer key, and the older one still reads there: all it can be given is given. */
  #cannotRead(peer: string): void {
    this.#peer = peer;
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    if (this.#phase === 'unheard') return;
    this.#phase = 'unheard';
    this.#parts.onLive();
  }

  #hello(): void {
    this.say(writeMessage({ kind: 'hello', nonce: this.#nonce }));
  }

  #refuse(reason: RefusalReason, peer: string | null): void {
    this.#phase = 'closed';
    this.#parts.onRefused(reason, peer);
  }
}
