/**
 * A badge as a PDF of exactly its physical size, one page a copy, the bitmap dot for dot: for print queues and for
 * folders. Called by cups-printer.ts and file-printer.ts; cups-job.ts and system-printer.ts use its page size.
 */
import PDFDocument from 'pdfkit';
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import { badgePng } from './badge-png.ts';

const pointsPerInch = 72;

/**
 * @param dpi dots per inch of the bitmap; the page is as large as the bitmap at that resolution
 * @param atMs Unix milliseconds, the PDF's date of creation
 */
export async function badgePdf(
  bitmap: Bitmap,
  dpi: number,
  copies: number,
  title: string,
  atMs: number,
): Promise<Buffer> {
  const width = (bitmap.widthDots / dpi) * pointsPerInch;
  const height = (bitmap.heightDots / dpi) * pointsPerInch;
  const info = { Title: title, Creator: 'Gatehouse', Producer: 'Gatehouse', CreationDate: new Date(atMs) };
  // No font: there is no letter in it, and pdfkit would look for font files beside itself.
  const document = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false, font: '', info });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', resolve);
    document.on('error', reject);
  });
  const image = badgePng(bitmap);
  for (let copy = 0; copy < copies; copy += 1) {
    document.addPage();
    document.image(image, 0, 0, { width, height });
  }
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** The page's size in millimetres, for the caller that sets the paper of a queue. */
export function pageMm(bitmap: Bitmap, dpi: number): { readonly widthMm: number; readonly heightMm: number } {
  const mm = (dots: number): number => Math.round((dots / dpi) * 2_540) / 100;
  return { widthMm: mm(bitmap.widthDots), heightMm: mm(bitmap.heightDots) };
}
