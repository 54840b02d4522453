/** A stranger on the LAN of a simulated venue: it repeats frames that it recorded, or speaks with a stolen venue key. */

import { createSealer } from '#shared/peers/frame.ts';
import type { VenueKeys } from '#shared/peers/ports.ts';
import { labEvent, scanOf } from '#test/fixtures/peer-lab.ts';
import { type Random, randomOf } from './random.ts';
import type { VenueLines } from './venue-lines.ts';
import type { VenueScenario } from './venue-scenario.ts';
import { cheapCrypto, type VenueKiosk, type VenueState } from './venue-state.ts';

type Lie = VenueScenario['lies'][number]['what'];

const linesOfStrangers = 1_000_000;
/** Its own key, which no member has. */
const keyOfLiar = 77;

export class VenueLiar {
  readonly #state: VenueState;
  readonly #lines: VenueLines;
  readonly #random: Random;

  constructor(state: VenueState, lines: VenueLines) {
    this.#state = state;
    this.#lines = lines;
    this.#random = randomOf(state.scenario.seed, 'venue liar');
  }

  /** @param keys as they were stolen */
  async lie(target: VenueKiosk, what: Lie, keys: VenueKeys): Promise<void> {
    const line = linesOfStrangers + this.#lines.nextId();
    target.mesh?.lineOpened(line, null);
    for (const frame of await this.#framesOf(what, keys)) target.mesh?.received(line, frame);
  }

  async #framesOf(what: Lie, keys: VenueKeys): Promise<readonly Uint8Array[]> {
    if (what === 'noise') return [this.#random.bytes(this.#random.whole(0, 300))];
    if (what === 'replay') return this.#lines.tape.slice(-this.#random.whole(1, 60));
    const { time } = this.#state;
    const as = this.#random.pick(this.#state.kiosks).id;
    const { crypto } = cheapCrypto(keyOfLiar, this.#random);
    const sealer = createSealer({
      self: as,
      event: labEvent,
      crypto,
      members: { find: () => null, all: () => [] },
      keys: () => keys,
      clock: { now: () => time.now(), trusted: () => true, monotonicMs: () => 0 },
      run: 1_000,
    });
    const entry = { scan: scanOf(as, 9_000, 'STOLEN', time.now()), previous: 0, signature: 'x' };
    const hello = JSON.stringify({ kind: 'hello', nonce: 'AAAAAAAAAAAAAAAAAAAAAA' });
    const frames: Uint8Array[] = [];
    for (const text of [hello, JSON.stringify({ kind: 'entries', entries: [entry], holes: {}, ask: false })])
      await sealer.seal(text, null, (frame) => frames.push(frame));
    return frames;
  }
}
