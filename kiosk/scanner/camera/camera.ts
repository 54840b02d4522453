/**
 * The camera source: opens a camera, looks for QR codes in its pictures, says in which state it is, and comes back by
 * itself when the device does. Owns the device and the worker; draws nothing. Screens show `video` and `state`.
 */

import { createListeners } from '#shared/base/observable.ts';
import { cleanScanText, type OnScan, type ScanSource } from '../scan-text.ts';
import { opensLikeTicket, TICKET_OPENINGS } from '../ticket-openings.ts';
import { startCameraSession } from './camera-session.ts';
import { type CameraState, cameraState, INSECURE_PAGE, stateOfFault } from './camera-state.ts';
import { type CameraChoice, listCameras, makeVideo, oncePermissionChanges, openDeviceId } from './camera-stream.ts';
import type { DecoderName } from './decoder.ts';
import { createFrameReader, type FrameReading } from './frame-reader.ts';

/** Cameras in use or out of order do not say when they are free again. */
const RETRY_MS = 5_000;
export interface CameraSource extends ScanSource {
  /** Shows what the camera sees; put it on a screen or leave it out. */
  readonly video: HTMLVideoElement;
  readonly state: CameraState;
  /** Decoder in use, once it has read a frame. */
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
  /** Null or absent: any camera, the back one first. */
  readonly deviceId?: string | null;
  /** Openings of ticket texts: of several codes in one picture, those that open so are reported alone. */
  readonly openings?: readonly string[];
}

export function createCamera(options: CameraOptions = {}): CameraSource {
  const { openings = TICKET_OPENINGS } = options;
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const video = makeVideo();
  const reader = createFrameReader();
  const states = createListeners<[CameraState]>();
  let state = cameraState('off');
  let decoder: DecoderName | null = null;
  let chosen = options.deviceId ?? null;
  let listener: OnScan | null = null;
  let session: AbortController | null = null;

  function setState(next: CameraState): void {
    state = next;
    states.notify(next);
  }

  function close(): void {
    session?.abort();
    session = null;
  }

  /** @param quiet leaves the failure's sentence standing until it succeeds, so that the screen does not flicker */
  async function open(quiet = false): Promise<void> {
    close();
    if (devices === undefined) return setState(INSECURE_PAGE);
    const control = new AbortController();
    session = control;
    if (!quiet) setState(cameraState('starting'));
    await startCameraSession({ ...handlers, devices, video, reader, deviceId: chosen }, control.signal);
  }

  const handlers = {
    onRunning: (label: string) => setState(cameraState('running', label)),
    onUnplugged: () => void open(),
    onRefused: (fault: unknown, changed: boolean) => fail(stateOfFault(fault), changed),
    onUnreadable: () => fail(cameraState('failed'), false),
    onReading(reading: FrameReading, atMs: number): void {
      decoder = reading.decoder;
      for (const text of ticketsFirst(reading.texts, openings))
        listener?.({ source: 'camera', candidates: [text], atMs });
    },
  };

  function fail(failure: CameraState, changed: boolean): void {
    close();
    setState(failure);
    const waitMs = changed ? 0 : failure.kind === 'in-use' || failure.kind === 'failed' ? RETRY_MS : null;
    if (failure.kind === 'denied') void oncePermissionChanges(() => state === failure && void open());
    if (waitMs === null || failure.kind === 'denied') return;
    setTimeout(() => {
      if (state === failure) void open(true);
    }, waitMs);
  }

  async function onDeviceChange(): Promise<void> {
    if (state.kind === 'no-camera' || state.kind === 'in-use' || state.kind === 'failed') return open(true);
    if (state.kind !== 'running' || chosen === null || chosen === openDeviceId(video)) return;
    // Another camera stood in for the chosen one, which may be back.
    const present = await listCameras(devices);
    if (present.some((camera) => camera.deviceId === chosen) && listener !== null) await open();
  }
  const followDevices = () => void onDeviceChange();

  return {
    video,
    get state() {
      return state;
    },
    get decoder() {
      return decoder;
    },
    onState: states.subscribe,
    cameras: () => listCameras(devices),
    async start(onScan) {
      const wasOn = listener !== null;
      listener = onScan;
      if (wasOn) return;
      devices?.addEventListener('devicechange', followDevices);
      await open();
    },
    stop() {
      if (listener === null) return;
      listener = null;
      devices?.removeEventListener('devicechange', followDevices);
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

/** Posters and badges stand in the picture too: they count only while no ticket does. */
function ticketsFirst(texts: readonly string[], openings: readonly string[]): readonly string[] {
  const read = texts.map(cleanScanText).filter((text) => text !== '');
  const tickets = read.filter((text) => opensLikeTicket(text, openings));
  return tickets.length > 0 ? tickets : read;
}
