/** The checks' access to the browser: disk, sound, power, picture of the camera. Each releases its device. */
import type { PowerState, SoundState } from './ports.ts';

const probeDatabase = 'gatehouse-preflight';
const store = 'probe';

/** Writes with strict durability, so that the disk has said yes, and reads back through a connection of its own. */
export async function writeAndRead(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const writing = await openProbe();
  try {
    const transaction = writing.transaction(store, 'readwrite', { durability: 'strict' });
    transaction.objectStore(store).put(bytes, 'bytes');
    await finished(transaction);
  } finally {
    writing.close();
  }
  const reading = await openProbe();
  try {
    const transaction = reading.transaction(store, 'readwrite');
    const read: unknown = await answered(transaction.objectStore(store).get('bytes'));
    transaction.objectStore(store).clear();
    await finished(transaction);
    return read instanceof Uint8Array ? read : new Uint8Array();
  } finally {
    reading.close();
  }
}

function openProbe(): Promise<IDBDatabase> {
  const request = indexedDB.open(probeDatabase, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return answered(request);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the disk did not respond'));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the disk undid the write'));
    transaction.onerror = () => reject(transaction.error ?? new Error('the disk refused the write'));
  });
}

const soundWaitMs = 1_500;

/** Whether a sound would be heard: browsers hold it back until a person has touched the page. */
export async function soundState(): Promise<SoundState> {
  if (typeof AudioContext === 'undefined') return 'missing';
  const context = new AudioContext();
  try {
    // A context that may not run never settles: it is given up on.
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, soundWaitMs))]);
    return context.state === 'running' ? 'running' : 'blocked';
  } catch {
    return 'missing';
  } finally {
    await context.close().catch(() => undefined);
  }
}

interface Battery {
  readonly charging: boolean;
  readonly level: number;
}

/** Some browsers only, and unknown to TypeScript: looked up by name. */
async function readBattery(): Promise<Battery | null> {
  const ask: unknown = Reflect.get(navigator, 'getBattery');
  if (typeof ask !== 'function') return null;
  const battery: unknown = await ask.call(navigator);
  if (typeof battery !== 'object' || battery === null) return null;
  const { charging, level } = battery as { readonly charging?: unknown; readonly level?: unknown };
  return typeof charging === 'boolean' && typeof level === 'number' ? { charging, level } : null;
}

/** @param hostKeepsAwake the desktop form tells the system itself */
export async function powerState(hostKeepsAwake: boolean): Promise<PowerState> {
  const battery = await readBattery().catch(() => null);
  return {
    staysAwake: hostKeepsAwake || (await takesWakeLock()),
    batteryLevel: battery === null || battery.charging ? null : battery.level,
  };
}

async function takesWakeLock(): Promise<boolean> {
  try {
    const lock = await navigator.wakeLock.request('screen');
    await lock.release();
    return true;
  } catch {
    return false;
  }
}

const lookWidth = 32;
const lookHeight = 18;

/** Brightness (ITU-R BT.601, 0 to 255) of a video's present frame, on a small copy; null before its first. */
export function brightnessOf(video: HTMLVideoElement): { readonly mean: number; readonly spread: number } | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const context = new OffscreenCanvas(lookWidth, lookHeight).getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(video, 0, 0, lookWidth, lookHeight);
  const { data } = context.getImageData(0, 0, lookWidth, lookHeight);
  const values: number[] = [];
  for (let at = 0; at < data.length; at += 4)
    values.push(0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, spread };
}
