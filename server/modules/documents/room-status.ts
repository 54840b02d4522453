/**
 * Sends all clients in the document the reason why the record does not accept the document's text, as an awareness state of
 * the server: `{gatehouse: {problem: {code, message, path}}}`. The state ends as soon as the record has taken the text. It is
 * stored in the document's row, so that every process sends the same.
 */
import { secondMs } from '#shared/base/time.ts';
import { ownAwareness } from './awareness.ts';
import type { CollabDocument } from './collab-tables.ts';
import { frames } from './frames.ts';

/** Clients forget a state that is not sent again within half a minute. */
const sayAgainMs = 15 * secondMs;

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly path: string | null;
}

export function problemOf({ problem }: Pick<CollabDocument, 'problem'>): Problem | null {
  return (problem ?? null) as Problem | null;
}

export class RoomStatus {
  readonly #client: number;
  readonly #tell: (frame: Uint8Array) => void;
  #clock = 0;
  #problem: Problem | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(client: number, tell: (frame: Uint8Array) => void) {
    this.#client = client;
    this.#tell = tell;
  }

  /** Returns the frame for a client that comes in; null: there is nothing to say. */
  frame(): Uint8Array | null {
    return this.#problem ? this.#said() : null;
  }

  set(problem: Problem | null): void {
    if (problem?.code === this.#problem?.code && problem?.message === this.#problem?.message) return;
    this.#problem = problem;
    this.#say();
    this.stop();
    if (!problem) return;
    this.#timer = setInterval(() => this.#say(), sayAgainMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #say(): void {
    this.#clock += 1;
    this.#tell(this.#said());
  }

  #said(): Uint8Array {
    const problem = this.#problem;
    const { code, message, path } = problem ?? {};
    const state = problem && { gatehouse: { problem: { code, message, ...(path && { path }) } } };
    return frames.awareness(ownAwareness(this.#client, this.#clock, state));
  }
}
