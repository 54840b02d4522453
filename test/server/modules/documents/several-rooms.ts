/**
 * Rooms of one document at several processes, and stock clients in them, without a network: words go over a hub that
 * can lose them, and all time is the test's. Each client is y-protocols' awareness, wired as y-websocket wires it.
 */
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Draft, firstUpdate } from '#server/modules/documents/draft.ts';
import { readFrame } from '#server/modules/documents/frames.ts';
import type { Wire } from '#server/modules/documents/other-processes.ts';
import { type Peer, Room } from '#server/modules/documents/room.ts';
import type { WhisperListener } from '#server/store/contract.ts';
import { unreachable } from '#shared/base/assert.ts';

const wordMs = 3;

export class Hub {
  readonly #listeners = new Map<string, WhisperListener>();
  /** Whether this one is lost. */
  isLost: () => boolean = () => false;
  words = 0;

  wire(process: string): Wire {
    return {
      hear: (listener) => {
        this.#listeners.set(process, listener);
        return () => this.#listeners.delete(process);
      },
      say: (word) => {
        this.words += 1;
        for (const [to] of this.#listeners) {
          if (to === process || this.isLost()) continue;
          setTimeout(() => this.#listeners.get(to)?.hear(word, process), wordMs);
        }
      },
    };
  }

  /** Sends as an unknown process, for garbage. */
  shout(word: Uint8Array, from = 'unknown'): void {
    for (const listener of this.#listeners.values()) listener.hear(word, from);
  }

  unplug(process: string): void {
    this.#listeners.delete(process);
  }
}

export class Process {
  readonly room: Room;
  readonly #hub: Hub;
  readonly #name: string;
  isKilled = false;

  constructor(hub: Hub, name: string) {
    this.#hub = hub;
    this.#name = name;
    const document = { generation: 0, settledNumber: 0 };
    const draft = new Draft(document as never, [{ number: 0, data: firstUpdate('') } as never]);
    const wire = hub.wire(name);
    this.room = new Room({
      document: { problem: null },
      draft,
      editedBy: 'system:collab',
      commit: () => unreachable('no edits here' as never),
      read: async () => [],
      nowMs: () => Date.now(),
      wire: { hear: wire.hear, say: (word) => this.isKilled || wire.say(word) },
      onFault: (fault) => {
        throw fault;
      },
      onEnd: () => {},
    });
  }

  kill(): void {
    this.isKilled = true;
    this.#hub.unplug(this.#name);
  }
}

/** What ends: its connection to a process, as that one sees it. */
export interface Seat {
  readonly process: Process;
  readonly peer: Peer;
}

export class Client {
  readonly awareness = new Awareness(new Y.Doc());
  readonly #name: string;
  seat: Seat | null = null;

  constructor(name: string) {
    this.#name = name;
    this.awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>) =>
      this.#send([...added, ...updated, ...removed]),
    );
  }

  get id(): number {
    return this.awareness.clientID;
  }

  /** What it is shown: client → state, without what the server adds of who each client is. */
  get sees(): Readonly<Record<string, unknown>> {
    const states = [...this.awareness.getStates()];
    return Object.fromEntries(states.map(([client, { user: _, ...state }]) => [client, state]));
  }

  join(process: Process): void {
    const peer: Peer = {
      name: this.#name,
      send: (frame) => {
        const message = readFrame(frame);
        if (message?.kind === 'awareness' && this.seat?.peer === peer && !process.isKilled)
          applyAwarenessUpdate(this.awareness, message.update, 'line');
      },
      close: () => process.room.leave(peer),
      lookAgain: () => {},
    };
    this.seat = { process, peer };
    process.room.join(peer, true);
    this.#send([this.id]);
  }

  move(state: Readonly<Record<string, unknown>>): void {
    this.awareness.setLocalState(state);
  }

  /** Its side of the line ends. @returns what is left for the server to notice */
  drop(): Seat | null {
    const { seat } = this;
    this.seat = null;
    const others = [...this.awareness.getStates().keys()].filter((client) => client !== this.id);
    removeAwarenessStates(this.awareness, others, 'line');
    return seat;
  }

  #send(clients: readonly number[]): void {
    if (!this.seat || this.seat.process.isKilled) return;
    const { peer, process } = this.seat;
    process.room.hearAwareness(peer, encodeAwarenessUpdate(this.awareness, [...clients]));
  }
}
