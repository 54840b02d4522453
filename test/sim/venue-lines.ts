/** The LAN of a simulated venue: lines between kiosks, frames that are late or held back, pairs that are cut off. */
import { must } from '#shared/base/assert.ts';
import { headerBytes } from '#shared/peers/frame-layout.ts';
import type { VenueKiosk, VenueState } from './venue-state.ts';

interface Line {
  readonly id: number;
  readonly a: number;
  readonly b: number;
  open: boolean;
  readonly freeAtMs: [number, number];
}

/** Three ways are well within the 250 ms of V1. */
const healedWayMs = 60;

export class VenueLines {
  readonly #state: VenueState;
  readonly #lines = new Map<number, Line>();
  readonly #nonces = new Set<string>();
  /** All frames that were on any line, as an attacker on the LAN keeps them. */
  readonly tape: Uint8Array[] = [];
  #lineId = 0;
  #healed = false;

  constructor(state: VenueState) {
    this.#state = state;
  }

  nextId(): number {
    this.#lineId += 1;
    return this.#lineId - 1;
  }

  carry(kiosk: VenueKiosk, id: number, bytes: Uint8Array): void {
    const line = this.#lines.get(id);
    if (!line?.open) return;
    this.tape.push(bytes);
    this.#look(kiosk, bytes);
    const [way, to] = line.a === kiosk.n ? ([0, line.b] as const) : ([1, line.a] as const);
    const held = this.#cutNow(line.a, line.b)?.toMs ?? 0;
    const atMs = Math.max(line.freeAtMs[way], this.#state.now() + this.#delayMs(), held);
    line.freeAtMs[way] = atMs;
    this.#state.at(atMs, () => {
      if (line.open) this.#state.kiosks[to]!.mesh?.received(id, bytes);
    });
  }

  /** Of one kiosk and key, a nonce (salt, run, number) never comes twice; the salt alone would hide a repeated number. */
  #look({ n }: VenueKiosk, bytes: Uint8Array): void {
    const hex = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('hex');
    const nonce = `${n} ${hex(4, 12)} ${hex(28, headerBytes - 4)}`;
    if (this.#nonces.has(nonce)) this.#state.break('PE5', `kiosk ${n} gave a frame's number twice`);
    this.#nonces.add(nonce);
  }

  /** On the healed LAN no frame is late: what is then counted are the waits of the mesh, over three lines at most. */
  #delayMs(): number {
    const delayMs = this.#state.random.delayMs(this.#state.scenario.wayMs);
    return this.#healed ? Math.min(delayMs, healedWayMs) : delayMs;
  }

  #cutNow(a: number, b: number) {
    const now = this.#state.now();
    const isOf = (cut: { readonly a: number; readonly b: number }): boolean =>
      (cut.a === a && cut.b === b) || (cut.a === b && cut.b === a);
    return this.#healed
      ? undefined
      : this.#state.scenario.cuts.find((cut) => cut.fromMs <= now && now < cut.toMs && isOf(cut));
  }

  close(id: number): void {
    const line = this.#lines.get(id);
    if (!line?.open) return;
    line.open = false;
    this.#lines.delete(id);
    for (const n of [line.a, line.b]) this.#state.kiosks[n]!.mesh?.lineClosed(id);
  }

  closeBetween(a: number, b: number): void {
    for (const line of [...this.#lines.values()])
      if ((line.a === a && line.b === b) || (line.a === b && line.b === a)) this.close(line.id);
  }

  closeOf({ n }: VenueKiosk): void {
    for (const line of [...this.#lines.values()]) if (line.a === n || line.b === n) this.close(line.id);
  }

  dial(kiosk: VenueKiosk): void {
    const mesh = must(kiosk.mesh, 'a running mesh');
    const there = this.#state.kiosks.filter(
      (other) => other !== kiosk && other.process.alive && !this.#cutNow(kiosk.n, other.n),
    );
    const linked = new Set(
      [...this.#lines.values()].flatMap(({ a, b }) => (a === kiosk.n ? [b] : b === kiosk.n ? [a] : [])),
    );
    for (const id of mesh.wanted(there.map((other) => other.id))) {
      const other = there.find((one) => one.id === id);
      if (other === undefined || linked.has(other.n)) continue;
      const line: Line = { id: this.nextId(), a: kiosk.n, b: other.n, open: true, freeAtMs: [0, 0] };
      this.#lines.set(line.id, line);
      mesh.lineOpened(line.id, id);
      other.mesh?.lineOpened(line.id, null);
    }
  }

  /** Lines that were held back for too long are found out first; what was closed is dialled again. */
  heal(): void {
    this.#healed = true;
    for (const line of [...this.#lines.values()])
      if (Math.max(...line.freeAtMs) > this.#state.now()) this.close(line.id);
  }
}
