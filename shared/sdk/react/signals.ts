/** The parts of AbortController that these files use, as structural types: this wing knows no DOM. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Controller {
  readonly signal: Signal;
  abort(reason?: unknown): void;
}

const { AbortController: Made } = globalThis as unknown as { AbortController: new () => Controller };

export function newController(): Controller {
  return new Made();
}
