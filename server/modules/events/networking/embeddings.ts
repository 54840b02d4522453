/** The port from networking to a service that turns text into vectors. `server/outbound` implements it. */
import type { Calibration } from '#shared/networking/score.ts';

/** Texts in one request. */
export const batchMax = 64;

export type Embedded =
  /** The vectors, in the order of the texts. */
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly problem: string };

export interface Embeddings {
  /** Names the model; vectors of two are never compared. */
  readonly id: string;
  readonly calibration: Calibration;
  /** @param texts at most `batchMax` */
  embed(texts: readonly string[]): Promise<Embedded>;
}
