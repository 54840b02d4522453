/** The picture of a name badge: one bit a dot. Not an image format: what goes to printers is made from it in kiosk/host. */
export interface Bitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  /** Row-major, most significant bit first, 1 = black; every row starts on a byte. Length = rowBytes × heightDots. */
  readonly bits: Uint8Array;
}

/** @returns bytes of one row of a bitmap, the last one padded */
export function rowBytes(widthDots: number): number {
  return (widthDots + 7) >> 3;
}

/** Whether the dot is black; dots outside the bitmap are white. */
export function isBlack(bitmap: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bitmap.widthDots || y >= bitmap.heightDots) return false;
  return ((bitmap.bits[y * rowBytes(bitmap.widthDots) + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1;
}
