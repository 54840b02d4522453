/** Randomness from one seed. Every part draws from a stream of its own, so that removing a fault leaves the others as they are. */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** Whole, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** Milliseconds around a mean, never 0, with a long tail. */
  delayMs(meanMs: number): number;
  bytes(count: number): Uint8Array;
}

/** mulberry32 over an FNV-1a hash of the names: small, and good enough to choose when a disk breaks. */
export function randomOf(seed: number, ...names: readonly (string | number)[]): Random {
  let state = 2_166_136_261 ^ seed;
  for (const char of names.join('/')) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Seeds that differ in one bit begin alike.
  for (let i = 0; i < 4; i++) next();
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    whole,
    pick: (from) => from[whole(0, from.length - 1)]!,
    delayMs: (meanMs) => Math.max(0.05, -Math.log(1 - next()) * meanMs),
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(0, 255)),
  };
}
