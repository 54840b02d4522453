/**
 * Limits how many connections of one pool the tenants of one node may hold. A node that answers slowly, or not at all, keeps
 * what it holds; the rest stays for the tenants of the other nodes. What waits for a slot is bounded in number and time.
 */
import { NodeBusy } from '../../../contract.ts';
import { FairQueue } from '../../../fair-queue.ts';

/** Part of a pool's connections that one node may hold. */
const shareOfPool = 2 / 3;
/** Maximum of waiting callers per node; more are refused at once. One push of a kiosk asks for 100 rows and more together. */
const waitingMax = 1_000;
const waitMs = 5_000;
/** A node of which a question is unanswered for so long, and that answered nothing since it was asked, is silent. */
const silentMs = 3_000;
/** Interval between two looks at the waiting callers, in ms. */
const lookMs = 250;

/** The right to hold one connection. */
export interface Slot {
  /** A question went out on it. */
  asked(): void;
  /** Its answer came, a result or an error. */
  answered(): void;
  leave(): void;
}

export interface NodeFigures {
  readonly node: string;
  readonly inUse: number;
  readonly share: number;
  readonly waiting: number;
  /** Number of callers refused since the process began. */
  readonly refused: number;
  /** It answers nothing: one asks at a time until it does. */
  readonly isSilent: boolean;
}

export interface NodeSlotsSetting {
  /** Number of connections of the pool. */
  readonly connections: number;
  readonly nowMs?: () => number;
}

interface Waiting {
  readonly tenant: string;
  readonly sinceMs: number;
  readonly begin: (slot: Slot) => void;
  readonly refuse: (fault: NodeBusy) => void;
}

interface Held {
  /** Nothing was asked on it yet. */
  isFresh: boolean;
  unanswered: number;
  /** Time at which the oldest unanswered question was asked, or the last answer came, in ms. */
  sinceMs: number;
}

interface Node {
  readonly held: Set<Held>;
  queue: FairQueue<Waiting>;
  refused: number;
  answeredMs: number;
}

export class NodeSlots {
  readonly #share: number;
  readonly #nowMs: () => number;
  readonly #nodes = new Map<string, Node>();
  #looking: NodeJS.Timeout | null = null;

  constructor({ connections, nowMs = () => performance.now() }: NodeSlotsSetting) {
    this.#share = Math.max(1, Math.floor(connections * shareOfPool));
    this.#nowMs = nowMs;
  }

  /**
   * Waits for a slot, in turns of the tenants.
   *
   * @throws NodeBusy where too many wait already, or none was to be had in time
   */
  enter(name: string, tenant: string): Promise<Slot> {
    const node = this.#node(name);
    if (node.queue.length >= waitingMax) {
      node.refused += 1;
      return Promise.reject(new NodeBusy(`${waitingMax} wait already for ${name}`));
    }
    return new Promise((begin, refuse) => {
      node.queue.push(tenant, { tenant, sinceMs: this.#nowMs(), begin, refuse });
      this.#next(node);
      this.#watch();
    });
  }

  /** Looks now who has waited too long, and whether a silent node may be asked again; a timer does so while any wait. */
  look(): void {
    for (const [name, node] of this.#nodes) {
      const stay = new FairQueue<Waiting>();
      for (const waiting of node.queue.takeAll()) {
        if (this.#nowMs() - waiting.sinceMs < waitMs) stay.push(waiting.tenant, waiting);
        else {
          node.refused += 1;
          waiting.refuse(new NodeBusy(`no connection for ${name} within ${waitMs} ms`));
        }
      }
      node.queue = stay;
      this.#next(node);
    }
    this.#watch();
  }

  figures(): readonly NodeFigures[] {
    return [...this.#nodes].map(([name, node]) => ({
      node: name,
      inUse: node.held.size,
      share: this.#share,
      waiting: node.queue.length,
      refused: node.refused,
      isSilent: this.#silent(node).length > 0,
    }));
  }

  close(): void {
    for (const node of this.#nodes.values())
      for (const { refuse } of node.queue.takeAll()) refuse(new NodeBusy('the store is closed'));
    this.#watch();
  }

  #node(name: string): Node {
    const known = this.#nodes.get(name);
    if (known) return known;
    const node: Node = { held: new Set(), queue: new FairQueue(), refused: 0, answeredMs: this.#nowMs() };
    this.#nodes.set(name, node);
    return node;
  }

  #silent({ answeredMs, held }: Node): readonly Held[] {
    const isStuck = ({ sinceMs, unanswered }: Held) =>
      unanswered > 0 && answeredMs <= sinceMs && this.#nowMs() - sinceMs >= silentMs;
    return [...held].filter(isStuck);
  }

  /** A silent node is asked by one at a time: as soon as it answers, it has all its slots again. */
  #mayEnter(node: Node): boolean {
    if (node.held.size >= this.#share) return false;
    const silent = this.#silent(node);
    const asks = ({ isFresh, unanswered }: Held) => isFresh || unanswered > 0;
    return silent.length === 0 || [...node.held].every((held) => silent.includes(held) || !asks(held));
  }

  #next(node: Node): void {
    while (node.queue.length > 0 && this.#mayEnter(node)) node.queue.shift()?.begin(this.#hold(node));
  }

  #hold(node: Node): Slot {
    const held: Held = { isFresh: true, unanswered: 0, sinceMs: this.#nowMs() };
    node.held.add(held);
    return {
      asked: () => {
        if (held.unanswered === 0) held.sinceMs = this.#nowMs();
        held.isFresh = false;
        held.unanswered += 1;
      },
      answered: () => {
        held.unanswered -= 1;
        held.sinceMs = this.#nowMs();
        node.answeredMs = held.sinceMs;
        this.#next(node);
      },
      leave: () => {
        if (node.held.delete(held)) this.#next(node);
      },
    };
  }

  #watch(): void {
    const isWaiting = [...this.#nodes.values()].some(({ queue }) => queue.length > 0);
    if (isWaiting) this.#looking ??= setInterval(() => this.look(), lookMs).unref();
    else if (this.#looking) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
  }
}
