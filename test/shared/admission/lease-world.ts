/**
 * Kiosks with leases and the server's book of one room, joined by a line that loses, delays and repeats messages: the model
 * for which `lease-book.test.ts` plays random orders and `lease-orders.test.ts` every order (SY17).
 */
import { type HeldLease, leaseDecide } from '#shared/admission/lease.ts';
import {
  freePlaces,
  grantLease,
  type LeaseBook,
  type LeaseQuestion,
  outstanding,
  takeEntry,
} from '#shared/admission/lease-book.ts';

export const startMs = Date.parse('2026-09-14T09:00:00.000Z');

export interface Answer {
  readonly kiosk: number;
  readonly request: number;
  readonly lease: HeldLease;
}

export interface KioskModel {
  lease: string;
  held: HeldLease | null;
  used: Map<string, number>;
  request: number;
  /** Admitted and not sent: the lease each names; null by override. */
  outbox: (string | null)[];
}

export class LeaseWorld {
  nowMs = startMs;
  book: LeaseBook;
  reported = 0;
  kiosks: KioskModel[];
  questions: { readonly kiosk: number; readonly question: LeaseQuestion }[] = [];
  answers: Answer[] = [];
  leases = 0;

  constructor(capacity: number, kiosks: number) {
    this.book = { capacity, inside: 0, leases: [] };
    this.kiosks = Array.from({ length: kiosks }, () => ({
      lease: this.newLease(),
      held: null,
      used: new Map(),
      request: 0,
      outbox: [],
    }));
  }

  /** A world of its own that stands where this one stands. */
  copy(): LeaseWorld {
    const copy = new LeaseWorld(this.book.capacity, 0);
    copy.nowMs = this.nowMs;
    copy.book = this.book;
    copy.reported = this.reported;
    copy.kiosks = this.kiosks.map((kiosk) => ({ ...kiosk, used: new Map(kiosk.used), outbox: [...kiosk.outbox] }));
    copy.questions = [...this.questions];
    copy.answers = [...this.answers];
    copy.leases = this.leases;
    return copy;
  }

  private newLease(): string {
    return `lease-${this.leases++}`;
  }

  usedOf({ held, used }: KioskModel): number {
    return held === null ? 0 : (used.get(held.lease) ?? 0);
  }

  ask(kiosk: number, wanted: number): void {
    const model = this.kiosks[kiosk]!;
    model.request++;
    const { generation = 0, granted = 0 } = model.held ?? {};
    const used = this.usedOf(model);
    const question = {
      kiosk: `k${kiosk}`,
      request: model.request,
      lease: model.lease,
      generation,
      granted,
      used,
      wanted,
    };
    this.questions.push({ kiosk, question });
  }

  deliverQuestion(at: number, keep: boolean): void {
    const index = this.questions.length === 0 ? 0 : at % this.questions.length;
    const found = this.questions[index];
    if (!found) return;
    if (!keep) this.questions.splice(index, 1);
    const entry = grantLease(this.book, found.question, this.nowMs);
    if (entry === null) return;
    this.book = { ...this.book, leases: [...this.book.leases.filter((e) => e.lease !== entry.lease), entry] };
    const { lease, generation, granted, expiresAtMs } = entry;
    const answer = { lease, generation, granted, expiresAtMs };
    this.answers.push({ kiosk: found.kiosk, request: found.question.request, lease: answer });
  }

  deliverAnswer(at: number, lost: boolean): void {
    const [answer] = this.answers.splice(this.answers.length === 0 ? 0 : at % this.answers.length, 1);
    if (!answer || lost) return;
    const model = this.kiosks[answer.kiosk]!;
    if (answer.request === model.request) model.held = answer.lease;
  }

  admit(kiosk: number): void {
    const model = this.kiosks[kiosk]!;
    const room = leaseDecide('gate', model.held, this.usedOf(model), { nowMs: this.nowMs, clockTrusted: true });
    if (room.remaining <= 0 || model.held === null) return;
    model.used.set(model.held.lease, this.usedOf(model) + 1);
    model.outbox.push(model.held.lease);
  }

  override(kiosk: number): void {
    this.kiosks[kiosk]!.outbox.push(null);
  }

  send(kiosk: number, insideAlready: boolean): void {
    const scan = this.kiosks[kiosk]!.outbox.shift();
    if (scan === undefined) return;
    this.take({ leases: scan === null ? [] : [scan], insideBy: insideAlready ? 0 : 1 });
  }

  serverAdmits(): void {
    if (freePlaces(this.book, this.nowMs) > 0) this.take({ leases: [], insideBy: 1 });
  }

  leave(): void {
    if (this.book.inside > 0) this.book = { ...this.book, inside: this.book.inside - 1 };
  }

  /** A kiosk whose replica was wiped begins a new lease; answers for the old one are not for it. */
  forget(kiosk: number): void {
    const model = this.kiosks[kiosk]!;
    model.lease = this.newLease();
    model.held = null;
    model.request++;
  }

  private take(entered: Parameters<typeof takeEntry>[1]): void {
    const { book, excess } = takeEntry(this.book, entered, this.nowMs);
    this.book = book;
    this.reported += excess;
  }

  promised(): number {
    return this.book.leases.reduce((sum, entry) => sum + outstanding(entry, this.nowMs), 0);
  }

  /** Everyone who is really inside, whether or not a server or kiosk knows it. */
  reallyInside(): number {
    return this.kiosks.reduce((sum, { outbox }) => sum + outbox.length, this.book.inside);
  }
}
