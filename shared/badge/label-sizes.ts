/** Label sizes that are sold, by the names on their boxes. Endless labels have a fixed width; the printer cuts the length. */
export interface LabelSize {
  readonly id: string;
  readonly name: string;
  /** Across the printer's head. */
  readonly widthMm: number;
  /** Length along the paper; for endless paper, a length to begin with. */
  readonly heightMm: number;
  readonly endless: boolean;
}

const inchMm = 25.4;

function label(id: string, name: string, widthMm: number, heightMm: number, endless = false): LabelSize {
  return { id, name, widthMm, heightMm, endless };
}

export const labelSizes: readonly LabelSize[] = [
  label('card', 'Card 86 × 54 mm (ID-1 sleeve)', 86, 54),
  label('62x100', 'Brother DK-11202, 62 × 100 mm', 62, 100),
  label('62x29', 'Brother DK-11209, 62 × 29 mm', 62, 29),
  label('62-endless', 'Brother DK-22205, 62 mm endless', 62, 90, true),
  label('102x152', 'Brother DK-11241, 102 × 152 mm', 102, 152),
  label('4x3in', 'Zebra 4 × 3 in', 4 * inchMm, 3 * inchMm),
  label('4x6in', 'Zebra 4 × 6 in', 4 * inchMm, 6 * inchMm),
  label('54x101', 'Dymo 99014, 54 × 101 mm', 54, 101),
  label('59x102', 'Dymo 30857, 59 × 102 mm', 59, 102),
  label('80-endless', 'Receipt paper 80 mm, 72 mm printed', 72, 100, true),
];

const sameMm = 0.05;

/** @returns the label of these sides, upright or turned; an endless one by its width; null: none has these sides */
export function labelSizeOf(sides: { readonly widthMm: number; readonly heightMm: number }): LabelSize | null {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < sameMm;
  const fits = (size: LabelSize, width: number, height: number): boolean =>
    near(size.widthMm, width) && (size.endless || near(size.heightMm, height));
  const { widthMm, heightMm } = sides;
  const exact = labelSizes.find((size) => !size.endless && fits(size, widthMm, heightMm));
  const turned = labelSizes.find((size) => !size.endless && fits(size, heightMm, widthMm));
  const endless = labelSizes.find((size) => size.endless && fits(size, widthMm, heightMm));
  const endlessTurned = labelSizes.find((size) => size.endless && fits(size, heightMm, widthMm));
  return exact ?? turned ?? endless ?? endlessTurned ?? null;
}
