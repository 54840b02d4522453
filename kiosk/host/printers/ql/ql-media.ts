/**
 * Rolls for Brother QL printers with a 720-dot head (QL-500 to QL-820), with the part of the head that each uses. The
 * 4-inch models (QL-1050 and up) have another head and are not supported.
 * Source: Brother "Raster Command Reference QL-800/810W/820NWB", 2.3.2 page size, 2.3.4 raster line.
 */

/** Dots of the head; one raster line has a bit for each. */
export const headDots = 720;
export const headDpi = 300;

export interface QlMedia {
  readonly widthMm: number;
  /** 0: a continuous roll. */
  readonly lengthMm: number;
  readonly printableDots: number;
  /** Along the feed; 0: a continuous roll. */
  readonly lengthDots: number;
  /** Unused dots of the head at the right edge of the paper. */
  readonly rightDots: number;
}

/** Width and length in mm, printable dots across and along, unused dots at the right. */
// biome-ignore format: a table
const rows: readonly (readonly [number, number, number, number, number])[] = [
  [12, 0, 106, 0, 29], [29, 0, 306, 0, 6], [38, 0, 413, 0, 12], [50, 0, 554, 0, 12], [54, 0, 590, 0, 0], [62, 0, 696, 0, 12],
  [17, 54, 165, 566, 0], [17, 87, 165, 956, 0], [23, 23, 202, 202, 42], [29, 42, 306, 425, 6], [29, 90, 306, 991, 6],
  [38, 90, 413, 991, 12], [39, 48, 425, 495, 6], [52, 29, 578, 271, 0], [54, 29, 598, 271, 60], [62, 29, 696, 271, 12],
  [62, 100, 696, 1109, 12],
];

export const qlMedia: readonly QlMedia[] = rows.map(([widthMm, lengthMm, printableDots, lengthDots, rightDots]) => ({
  widthMm,
  lengthMm,
  printableDots,
  lengthDots,
  rightDots,
}));

/** @returns null for a roll that is not in the table */
export function findQlMedia(widthMm: number, lengthMm: number): QlMedia | null {
  return qlMedia.find((media) => media.widthMm === widthMm && media.lengthMm === lengthMm) ?? null;
}
