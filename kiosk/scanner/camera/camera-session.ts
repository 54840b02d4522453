/** One session of the camera, from requesting the device to releasing it; aborting its signal ends it. */
import { getStream, nextFrame, stopTracks } from './camera-stream.ts';
import type { FrameReader, FrameReading } from './frame-reader.ts';

/** Some fifteen looks a second read a ticket as fast as a person can hold one up, and leave the processor cool. */
const LOOK_GAP_MS = 60;
/** Frames lost in a row before the camera is called broken: one lost frame is a restarted worker. */
const MAX_LOST_FRAMES = 3;

export interface CameraSessionParts {
  readonly devices: MediaDevices;
  readonly video: HTMLVideoElement;
  readonly reader: FrameReader;
  /** Null: any camera, the back one first. */
  readonly deviceId: string | null;
  readonly onRunning: (label: string) => void;
  /** @param atMs when the frame was shown, on the clock of `performance.now()` */
  readonly onReading: (reading: FrameReading, atMs: number) => void;
  /** The device is gone. Another camera may be there; if not, `devicechange` says when one is. */
  readonly onUnplugged: () => void;
  /** The camera cannot be opened. @param changed devices came or went meanwhile, which is not announced again */
  readonly onRefused: (fault: unknown, changed: boolean) => void;
  /** The camera runs, and its pictures cannot be read. */
  readonly onUnreadable: () => void;
}

/** Resolves when the camera runs or has failed; its pictures are read until `signal` aborts. */
export async function startCameraSession(parts: CameraSessionParts, signal: AbortSignal): Promise<void> {
  const { devices, video } = parts;
  let changed = false;
  devices.addEventListener('devicechange', () => (changed = true), { signal });
  try {
    const stream = await getStream(devices, parts.deviceId);
    if (signal.aborted) return stopTracks(stream);
    signal.addEventListener('abort', () => {
      stopTracks(stream);
      video.srcObject = null;
    });
    await show(stream, parts, signal);
  } catch (fault) {
    if (!signal.aborted) parts.onRefused(fault, changed);
  }
}

async function show(stream: MediaStream, parts: CameraSessionParts, signal: AbortSignal): Promise<void> {
  const { video } = parts;
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new DOMException('the stream has no video', 'NotFoundError');
  track.addEventListener('ended', parts.onUnplugged, { signal });
  video.srcObject = stream;
  await video.play();
  if (signal.aborted) return;
  parts.onRunning(track.label);
  void look(parts, signal).catch((fault: unknown) => {
    if (signal.aborted) return;
    console.error('the camera’s pictures cannot be read', fault);
    parts.onUnreadable();
  });
}

/** One frame in flight: the next is taken only after this one was read. */
async function look({ video, reader, onReading }: CameraSessionParts, signal: AbortSignal): Promise<void> {
  let lost = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const atMs = await nextFrame(video, signal);
    if (signal.aborted || atMs - lastMs < LOOK_GAP_MS) continue;
    lastMs = atMs;
    try {
      const reading = await reader.read(await createImageBitmap(video));
      lost = 0;
      if (!signal.aborted) onReading(reading, atMs);
    } catch (fault) {
      if (++lost >= MAX_LOST_FRAMES) throw fault;
    }
  }
}
