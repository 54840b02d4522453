/** What the page and the camera's worker say to each other: one picture there, its texts back. Nothing else crosses. */
import type { DecoderName } from './decoder.ts';

export interface FrameMessage {
  readonly id: number;
  /** Handed over, not copied; the worker closes it. */
  readonly frame: ImageBitmap;
}

export type FrameAnswer =
  | { readonly id: number; readonly texts: readonly string[]; readonly decoder: DecoderName }
  | { readonly id: number; readonly fault: string };

/** The worker's global as this worker uses it; the wing has the DOM's types, which know only the window. */
export interface WorkerScope {
  postMessage(answer: FrameAnswer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FrameMessage>) => void): void;
}
