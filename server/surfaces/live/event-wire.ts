/** A subscription as server-sent events: frames as text, and the response they are written to. */
import type { Response } from 'express';
import type { ServerFrame } from '#shared/live/frames.ts';
import { frameTexts } from './encode-batch.ts';
import { roomIn, type Wire, waitingBytesMax } from './wire.ts';

/** Proxies close a connection on which nothing is sent for long. */
const quietMs = 12_000;
const reconnectMs = 1_000;
/** @param log the subscription's */
export function eventOf(frame: ServerFrame, log: string): string {
  const data = `data: ${JSON.stringify(frame)}\n\n`;
  switch (frame.type) {
    case 'subscribed':
      return `retry: ${reconnectMs}\nid: ${frame.seq}@${log}\nevent: subscribed\n${data}`;
    case 'position':
      return `id: ${frame.seq}@${log}\n\n`;
    case 'resync':
      return `${frame.since === null ? '' : `id: ${frame.since}@${log}\n`}event: resync\n${data}`;
    case 'error':
      // `error` is what an EventSource calls its own.
      return `event: closed\n${data}`;
    default:
      return `event: ${frame.type}\n${data}`;
  }
}

export function eventWire(response: Response): Wire {
  let log = '';
  const isOpen = () => !response.closed && !response.destroyed && !response.writableEnded;
  const hasRoom = () => response.writableLength < waitingBytesMax;
  return {
    hasRoom,
    room: roomIn(response),
    send(frame) {
      if (frame.type === 'subscribed') log = frame.log;
      if (isOpen()) response.write(eventOf(frame, log));
    },
    sendChanges(id, batch) {
      let sent = 0;
      if (!isOpen()) return batch.changes.length;
      response.cork();
      for (const text of frameTexts(id, batch)) {
        if (!hasRoom()) break;
        response.write(`id: ${batch.changes[sent]?.seq}@${log}\ndata: ${text}\n\n`);
        sent += 1;
      }
      response.uncork();
      return sent;
    },
  };
}

export function beginEvents(response: Response): void {
  response.status(200);
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
}

export function keepOpen(response: Response): void {
  const beating = setInterval(() => {
    if (!response.writableNeedDrain && !response.writableEnded) response.write(':\n\n');
  }, quietMs);
  beating.unref();
  response.once('close', () => clearInterval(beating));
}
