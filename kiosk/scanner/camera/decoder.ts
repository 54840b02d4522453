/**
 * The port every QR decoder fills: one picture in, the texts of its codes out. Run by the camera's worker.
 * All implementations pass `test/contract/decoder.ts`; what each can and cannot read stands there.
 */

/** RGBA pixels, row by row: what `ImageData` is, without the class, so that a test can make one. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

export type DecoderName = 'zxing-wasm' | 'zxing-js';

export interface Decoder {
  readonly name: DecoderName;
  /**
   * @returns the texts of the QR codes in the picture, as written, at most `MAX_CODES`; empty when it shows none
   * @throws only when the decoder itself is broken, never for what a picture shows
   */
  decode(picture: Picture): Promise<readonly string[]>;
}

/** Maximum number of codes read from one picture: a ticket and the posters around it. */
export const MAX_CODES = 4;
