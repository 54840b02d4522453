/**
 * The camera source: opens a camera, looks for QR codes in its pictures, says in which state it is, and comes back by
 * itself when the device does. Owns the device and the worker; draws nothing. Screens show `video` and `state`.
 */

import { cleanScanText, type OnScan, type ScanSource } from '../scan-text.ts';
import { opensLikeTicket, TICKET_OPENINGS } from '../ticket-openings.ts';
import { type CameraState, cameraState, INSECURE_PAGE, stateOfFault } from './camera-state.ts';
import type { DecoderName } from './decoder.ts';
import { createFrameReader } from './frame-reader.ts';

/** Cameras in use or out of order tell nobody when they are free again. */
const RETRY_MS = 5_000;
/** Fifteen looks a second read a ticket as fast as a person can hold one up, and leave the processor cool. */
const LOOK_GAP_MS = 60;
/** Frames lost in a row before the camera is called broken: one lost frame is a restarted worker. */
const MAX_LOST_FRAMES = 3;

export interface CameraChoice {
  readonly deviceId: string;
  /** Empty until the person has allowed cameras. */
  readonly label: string;
}

export interface CameraSource extends ScanSource {
  /** Shows what the camera sees; put it on a screen or leave it out. */
  readonly video: HTMLVideoElement;
  readonly state: CameraState;
  /** Which decoder reads, once it has read a frame. */
  readonly decoder: DecoderName | null;
  /** @returns a function that ends the subscription */
  onState(listener: (state: CameraState) => void): () => void;
  cameras(): Promise<readonly CameraChoice[]>;
  /** Uses this camera from now on while it is there; null means the back camera, or whichever there is. */
  choose(deviceId: string | null): Promise<void>;
  /** Tries again now, e.g. after the person has allowed the camera. Does nothing while off. */
  retry(): Promise<void>;
}

export interface CameraOptions {
  readonly deviceId?: string | null;
  readonly openings?: readonly string[];
}

export function createCamera(options: CameraOptions = {}): CameraSource {
  const { openings = TICKET_OPENINGS } = options;
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const video = makeVideo();
  const reader = createFrameReader();
  const stateListeners = new Set<(state: CameraState) => void>();
  let state = cameraState('off');
  let decoder: DecoderName | null = null;
  let chosen = options.deviceId ?? null;
  let listener: OnScan | null = null;
  let session: AbortController | null = null;

  function setState(next: CameraState): void {
    state = next;
    for (const tell of stateListeners) tell(next);
  }

  function close(): void {
    session?.abort();
    session = null;
  }

  /**
   * One session from asking for the device to letting go of it; a newer one, or stop, aborts it.
   * A quiet one leaves the failure's sentence standing until it succeeds, so that the screen does not flicker.
   */
  async function open(quiet = false): Promise<void> {
    close();
    if (devices === undefined) {
      setState(INSECURE_PAGE);
      return;
    }
    const control = new AbortController();
    const { signal } = control;
    session = control;
    if (!quiet) setState(cameraState('starting'));
    let changed = false;
    devices.addEventListener('devicechange', () => (changed = true), { signal });
    try {
      const stream = await getStream(devices, chosen);
      if (signal.aborted) return stopTracks(stream);
      signal.addEventListener('abort', () => {
        stopTracks(stream);
        video.srcObject = null;
      });
      await show(stream, control);
    } catch (fault) {
      if (signal.aborted) return;
      fail(stateOfFault(fault), changed);
    }
  }

  async function show(stream: MediaStream, control: AbortController): Promise<void> {
    const { signal } = control;
    const [track] = stream.getVideoTracks();
    if (track === undefined) throw new DOMException('the stream has no video', 'NotFoundError');
    // Unplugged. Another camera may be there; if not, `devicechange` tells when one is.
    track.addEventListener('ended', () => void open(), { signal });
    video.srcObject = stream;
    await video.play();
    if (signal.aborted) return;
    setState(cameraState('running', track.label));
    void look(signal).catch((fault: unknown) => {
      if (signal.aborted) return;
      console.error('the camera’s pictures cannot be read', fault);
      fail(cameraState('failed'), false);
    });
  }

  /** One frame in flight: the next is taken only after this one was read. */
  async function look(signal: AbortSignal): Promise<void> {
    let lost = 0;
    let lastMs = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const atMs = await nextFrame(video, signal);
      if (signal.aborted || atMs - lastMs < LOOK_GAP_MS) continue;
      lastMs = atMs;
      try {
        const reading = await reader.read(await createImageBitmap(video));
        lost = 0;
        decoder = reading.decoder;
        if (!signal.aborted) report(reading.texts, atMs);
      } catch (fault) {
        if (++lost >= MAX_LOST_FRAMES) throw fault;
      }
    }
  }

  /** Posters and badges stand in the picture too: they count only while no ticket does. */
  function report(texts: readonly string[], atMs: number): void {
    const read = texts.map(cleanScanText).filter((text) => text !== '');
    const tickets = read.filter((text) => opensLikeTicket(text, openings));
    for (const text of tickets.length > 0 ? tickets : read) {
      listener?.({ source: 'camera', candidates: [text], atMs });
    }
  }

  /** @param changed whether devices came or went meanwhile, which will not be announced again */
  function fail(failure: CameraState, changed: boolean): void {
    close();
    setState(failure);
    const waitMs = changed ? 0 : failure.kind === 'in-use' || failure.kind === 'failed' ? RETRY_MS : null;
    if (waitMs === null || failure.kind === 'denied') return;
    setTimeout(() => {
      if (state === failure) void open(true);
    }, waitMs);
  }

  async function onDeviceChange(): Promise<void> {
    if (state.kind === 'no-camera' || state.kind === 'in-use' || state.kind === 'failed') return open(true);
    if (state.kind !== 'running' || chosen === null || chosen === openDeviceId(video)) return;
    // Another camera stood in for the chosen one, which may be back.
    const present = await cameras();
    if (present.some((camera) => camera.deviceId === chosen) && listener !== null) await open();
  }

  async function cameras(): Promise<readonly CameraChoice[]> {
    const all = (await devices?.enumerateDevices()) ?? [];
    return all.filter((device) => device.kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
  }

  const tellDeviceChange = () => void onDeviceChange();

  return {
    video,
    get state() {
      return state;
    },
    get decoder() {
      return decoder;
    },
    onState(tell) {
      stateListeners.add(tell);
      return () => stateListeners.delete(tell);
    },
    cameras,
    async start(onScan) {
      const wasOn = listener !== null;
      listener = onScan;
      if (wasOn) return;
      devices?.addEventListener('devicechange', tellDeviceChange);
      await open();
    },
    stop() {
      if (listener === null) return;
      listener = null;
      devices?.removeEventListener('devicechange', tellDeviceChange);
      close();
      reader.close();
      setState(cameraState('off'));
    },
    async choose(deviceId) {
      chosen = deviceId;
      if (listener !== null) await open();
    },
    async retry() {
      if (listener !== null) await open();
    },
  };
}

/** The chosen camera if it is there, else the back camera, else any. */
async function getStream(devices: MediaDevices, deviceId: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  if (deviceId !== null) {
    try {
      return await devices.getUserMedia({ audio: false, video: { ...size, deviceId: { exact: deviceId } } });
    } catch (fault) {
      const { kind } = stateOfFault(fault);
      if (kind !== 'no-camera') throw fault;
    }
  }
  return devices.getUserMedia({ audio: false, video: { ...size, facingMode: { ideal: 'environment' } } });
}

/** @returns when the frame was shown, on the clock of `performance.now()`, or at once when aborted */
function nextFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const handle = video.requestVideoFrameCallback((nowMs) => {
      signal.removeEventListener('abort', onAbort);
      resolve(nowMs);
    });
    function onAbort(): void {
      video.cancelVideoFrameCallback(handle);
      resolve(performance.now());
    }
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function makeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  // Without these two a phone or tablet opens its own player, or waits for a tap.
  video.playsInline = true;
  video.muted = true;
  return video;
}

function openDeviceId(video: HTMLVideoElement): string | undefined {
  const stream = video.srcObject;
  return stream instanceof MediaStream ? stream.getVideoTracks()[0]?.getSettings().deviceId : undefined;
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
