/**
 * The smallest page that uses the real scanner sources, built by Vite and driven in Chromium by the scanner's tests.
 * Writes what it sees on `window.seen`, where the tests read it.
 */
import { createCamera } from '#kiosk/scanner/camera/camera.ts';
import type { CameraState } from '#kiosk/scanner/camera/camera-state.ts';
import type { ScanSource, ScanText } from '#kiosk/scanner/scan-text.ts';
import { createScanner } from '#kiosk/scanner/scanner.ts';
import { createWedge } from '#kiosk/scanner/wedge/wedge.ts';

export interface Seen {
  readonly scans: ScanText[];
  /** When the camera has read something, on the clock of `performance.now()`: before repeats are left out. */
  readonly sightingsMs: number[];
  readonly states: CameraState[];
  readonly submits: number[];
  readonly presses: number[];
  /** Values that the page's own `input` listener received, as a search screen would. */
  readonly searches: string[];
  readonly camera: ReturnType<typeof createCamera>;
  readonly scanner: ReturnType<typeof createScanner>;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

const camera = createCamera();
const withCamera = new URLSearchParams(location.search).get('camera') !== 'off';
const sightingsMs: number[] = [];
const watched: ScanSource = {
  start: (onScan) =>
    camera.start((scan) => {
      sightingsMs.push(scan.atMs);
      onScan(scan);
    }),
  stop: camera.stop,
};
const scanner = createScanner(withCamera ? [watched, createWedge()] : [createWedge()]);
const seen: Seen = { scans: [], sightingsMs, states: [], submits: [], presses: [], searches: [], camera, scanner };
window.seen = seen;

camera.onState((state) => seen.states.push(state));
document.querySelector('#form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  seen.submits.push(event.timeStamp);
});
document.querySelector('#button')?.addEventListener('click', (event) => seen.presses.push(event.timeStamp));
document.querySelector('#search')?.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement) seen.searches.push(event.target.value);
});
await scanner.start((scan) => seen.scans.push(scan));
document.documentElement.dataset['ready'] = 'true';
