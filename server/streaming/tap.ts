/**
 * The interface of taps, which a stream's packets pass on their way from the publisher to targets. A tap sees every packet of
 * its stream in the order of arrival, and may replace video packets that go out (captions inside the picture data). Segments
 * have the packets as they came.
 */

/** One FLV tag body, as RTMP carries it: video data begins with the frame type and codec, audio with the sound format. */
export interface MediaPacket {
  readonly kind: 'video' | 'audio' | 'script';
  /**
   * Time since the start of the stream, which goes on rising after a reconnection; as it comes from a connection, on the
   * clock of that connection. For AVC this is the decoding time.
   */
  readonly timestampMs: number;
  readonly data: Uint8Array;
}

export interface StreamPlace {
  readonly tenant: string;
  readonly event: string;
  /** The record in `streams`. */
  readonly stream: string;
}

/** A cue of live captions, as the server hands it to the ingest process with its answer to a report. */
export interface LiveCue {
  readonly id: string;
  readonly lang: string;
  readonly text: string;
  /** Start on the stream's clock, the same as `timestampMs`. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** Made when a stream begins, dropped when it ends. What one throws is logged and ends this tap alone. */
export interface StreamTap {
  /** Sees packets as they came. Returns at once: it runs between two packets. */
  readonly onPacket?: (packet: MediaPacket) => void;
  /**
   * Returns the packets that go out to targets; called once for each packet, in order, and before any receiver.
   * Packets can be held until a later call, as long as their order stays.
   */
  readonly transform?: (packet: MediaPacket) => readonly MediaPacket[];
  /** The publisher is gone: packets that are still held. */
  readonly flush?: () => readonly MediaPacket[];
  /** Cues from an answer of the server, which can bring one again. */
  readonly onCues?: (cues: readonly LiveCue[]) => void;
  readonly close?: () => void;
}

export type OpenTap = (place: StreamPlace) => StreamTap;
