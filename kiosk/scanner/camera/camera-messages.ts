/** Messages between the page and the camera's worker: the page sends one picture, the worker answers with the texts in it. */
import type { DecoderName } from './decoder.ts';

export interface FrameMessage {
  readonly id: number;
  /** Transferred, not copied; the worker closes it. */
  readonly frame: ImageBitmap;
}

export type FrameAnswer =
  | { readonly id: number; readonly texts: readonly string[]; readonly decoder: DecoderName }
  | { readonly id: number; readonly fault: string };

/** The part of the worker's global scope that is used: the kiosk is compiled with the DOM's types, which know only windows. */
export interface WorkerScope {
  postMessage(answer: FrameAnswer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FrameMessage>) => void): void;
}
