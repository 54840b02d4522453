/** The two carriers of a line: a TCP connection to another host, and the WebSocket of a phone. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { LineEnd } from '#shared/peers/peer-api.ts';
import { createFrameStream, heartbeat, writeFrame } from './frame-stream.ts';

export interface WireEvents {
  readonly onFrame: (frame: Uint8Array) => void;
  /** Anything was heard, a heartbeat too. */
  readonly onHeard: () => void;
  readonly onEnd: (reason: LineEnd) => void;
}

/** One open connection. */
export interface Wire {
  readonly remote: string;
  write(frame: Uint8Array): void;
  beat(): void;
  /** Bytes that the other side has not taken. */
  backlog(): number;
  /** A frame was begun and is not complete. */
  isInside(): boolean;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** @param begun bytes that were read to find out what kind of connection it is */
export function tcpWire(socket: Socket, events: WireEvents, begun: Uint8Array | null = null): Wire {
  const stream = createFrameStream(events.onFrame);
  socket.setNoDelay(true);
  function read(chunk: Uint8Array): void {
    events.onHeard();
    if (stream.push(chunk)) return;
    events.onEnd('too_large');
    socket.destroy();
  }
  socket.on('data', read);
  // Its 'close' follows.
  socket.on('error', () => {});
  socket.on('close', () => events.onEnd('closed'));
  if (begun !== null) queueMicrotask(() => read(begun));
  return {
    remote: socket.remoteAddress ?? '',
    write: (frame) => void socket.write(writeFrame(frame)),
    beat: () => void socket.write(heartbeat),
    backlog: () => socket.writableLength,
    isInside: stream.isInside,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  };
}

/** A message is a frame, an empty one a heartbeat. */
export function phoneWire(socket: WebSocket, remote: string, events: WireEvents): Wire {
  socket.binaryType = 'nodebuffer';
  socket.on('message', (data, isBinary) => {
    events.onHeard();
    if (!isBinary || !Buffer.isBuffer(data)) socket.terminate();
    else if (data.length > 0) events.onFrame(new Uint8Array(data));
  });
  socket.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') events.onEnd('too_large');
    socket.terminate();
  });
  socket.on('close', () => events.onEnd('closed'));
  return {
    remote,
    write: (frame) => socket.send(frame),
    beat: () => socket.send(new Uint8Array(0)),
    backlog: () => socket.bufferedAmount,
    // Only a whole message is heard: a line on which one does not come to its end falls silent.
    isInside: () => false,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    destroy: () => socket.terminate(),
  };
}
