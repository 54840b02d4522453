/** Limits how many external programs run at once; further ones wait in order. */
export class Lanes {
  readonly #count: number;
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The next task gets the lane directly: it is never free in between.
      if (next) next();
      else this.#busy--;
    }
  }
}
