/** The limits of what one host accepts from the LAN. Every number here is a bound that a hostile neighbour meets. */
export interface PeerLimits {
  /** Lines whose other side has proven itself, and those without proof, together. */
  readonly lines: number;
  /** Lines of strangers: accepted, and not proven yet. */
  readonly unproven: number;
  /** Lines of strangers from one address: one machine cannot take all places of strangers. */
  readonly unprovenOfAddress: number;
  /** Longest time for which a stranger may stay one. */
  readonly unprovenMs: number;
  /** Frames that a stranger may send before it is proven. */
  readonly unprovenFrames: number;
  /** A line on which nothing is sent carries a heartbeat this often. */
  readonly heartbeatMs: number;
  /** A line on which nothing is heard for so long is gone: a machine that lost its power says no goodbye. */
  readonly silentMs: number;
  /** Time from the first byte of a frame to its last. */
  readonly frameMs: number;
  /** Bytes that wait to be taken by the other side. */
  readonly backlogBytes: number;
  /** Frames a second; a line that sends more is read more slowly. */
  readonly framesPerSecond: number;
  /** Maximum number of frames that come at once, where a line has sent fewer than that before. */
  readonly frameBurst: number;
  readonly dialMs: number;
  /** Dials under way. */
  readonly dials: number;
}

export const peerLimits: PeerLimits = {
  lines: 64,
  unproven: 24,
  unprovenOfAddress: 12,
  unprovenMs: 5_000,
  unprovenFrames: 8,
  heartbeatMs: 500,
  silentMs: 2_000,
  frameMs: 5_000,
  backlogBytes: 1_048_576,
  framesPerSecond: 180,
  frameBurst: 60,
  dialMs: 1_000,
  dials: 8,
};

/** Time as a port, so that tests advance it. */
export interface PeerClock {
  monotonicMs(): number;
  /** @returns the function that ends it */
  every(intervalMs: number, callback: () => void): () => void;
}

export const realPeerClock: PeerClock = {
  monotonicMs: () => performance.now(),
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
