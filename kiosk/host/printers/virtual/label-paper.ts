/** Labels under the head of a virtual label printer: a whole bitmap at hand, put on paper a band at a time. */
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { firmwareBandRows } from './firmware.ts';
import { createPaper } from './paper-roll.ts';

export interface LabelPaper {
  /** A label has begun and has not come out. */
  readonly isBusy: boolean;
  /** Begins a label. */
  start(label: Bitmap): void;
  /** Prints the next band. @returns the label when that was the last one */
  band(): Bitmap | null;
  /** Drops the rest of the label. @returns the paper that hangs out; null when there is none */
  tear(): Bitmap | null;
}

export function createLabelPaper(widthDots: number): LabelPaper {
  const paper = createPaper(widthDots);
  let label: Bitmap | null = null;
  let row = 0;
  return {
    get isBusy() {
      return label !== null;
    },
    start: (next) => {
      label = next;
      row = 0;
    },
    band: () => {
      if (label === null) return null;
      const bytes = rowBytes(label.widthDots);
      const until = Math.min(label.heightDots, row + firmwareBandRows);
      paper.lay(label.bits.subarray(row * bytes, until * bytes), bytes);
      row = until;
      if (row < label.heightDots) return null;
      label = null;
      return paper.tear();
    },
    tear: () => {
      label = null;
      return paper.tear();
    },
  };
}
