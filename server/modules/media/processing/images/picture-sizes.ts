/**
 * The sizes in which a picture is made: the longer side, in pixels. The last one is as large as the picture, if that is
 * smaller.
 */

export const sizeNames = ['thumbnail', 'small', 'medium', 'large'] as const;
export type SizeName = (typeof sizeNames)[number];

/** Longer sides in pixels, for lists, phones, columns, and whole screens. */
export const sideOf: Readonly<Record<SizeName, number>> = { thumbnail: 160, small: 480, medium: 960, large: 1_920 };

/** The picture that replaces the upload is no larger than the best screens; the original has the rest. */
export const mainSide = 3_840;

/** Nothing is enlarged: sizes above the first one that holds the whole picture are not made. */
export function sizesFor(width: number, height: number): readonly { readonly name: SizeName; readonly side: number }[] {
  const longer = Math.max(width, height);
  return sizeNames
    .filter((_, i) => i === 0 || sideOf[sizeNames[i - 1]!] < longer)
    .map((name) => ({ name, side: Math.min(sideOf[name], longer) }));
}
