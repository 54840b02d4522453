/** An invoice as PDF, from its frozen row and the logo that the row names: the same row gives the same bytes. */
import PDFDocument from 'pdfkit';
import { languageTraits } from '#shared/base/languages.ts';
import { formatIn } from '#shared/base/zoned-time.ts';
import type { InvoiceParty, InvoiceRecord } from '#shared/modules/events/invoice.ts';
import { decimalsOf } from '#shared/modules/events/money.ts';
import { invoiceFont } from './fonts.ts';
import { invoiceWords } from './invoice-words.ts';

/** Points on A4. */
const [left, right, top, bottom] = [50, 545, 50, 780];
const rowHeight = 16;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Marks of direction have no glyph. */
const marks = /[\u061c\u200e\u200f\u2066-\u2069]/g;

/** The library shapes each word by itself and sets words from the left: those of a right-to-left text come in reverse. */
export function inVisualOrder(text: string): string {
  const plain = text.replace(marks, '').replace(/\s+/g, ' ');
  if (!rightToLeft.test(plain)) return plain;
  const isTurned = (word: string | undefined) => rightToLeft.test(word ?? '');
  const runs: string[][] = [];
  for (const word of plain.split(' ')) {
    const last = runs.at(-1);
    if (last && isTurned(word) === isTurned(last[0])) last.push(word);
    else runs.push([word]);
  }
  const shown = runs.map((run) => (isTurned(run[0]) ? run.reverse() : run));
  // The first letter says which way the whole text runs.
  return (isTurned(/\p{L}/u.exec(plain)?.[0]) ? shown.reverse() : shown).flat().join(' ');
}

function linesOfParty(
  { address, company, email, name, taxId, vatId }: InvoiceParty,
  words: { vatId: string; taxId: string },
) {
  const { city, country, line1, line2, postalCode, region } = address ?? {};
  const place = [postalCode, city].filter(Boolean).join(' ');
  const labelled = [vatId && `${words.vatId}: ${vatId}`, taxId && `${words.taxId}: ${taxId}`];
  return [company, name, line1, line2, place, region, country, ...labelled, email].filter((one) => !!one) as string[];
}

/** A text, with the left edge and the width of its column. */
type Cell = readonly [text: string, x: number, width: number, align: 'left' | 'right'];

function pen(doc: PDFKit.PDFDocument) {
  let y = top;
  return {
    row(cells: readonly Cell[], font: 'plain' | 'bold' = 'plain', size = 9): void {
      if (y > bottom) {
        doc.addPage();
        y = top;
      }
      doc.font(font).fontSize(size);
      for (const [text, x, width, align] of cells) {
        const shown = inVisualOrder(text);
        const at = align === 'right' ? x + width - doc.widthOfString(shown) : x;
        doc.text(shown, at, y, { lineBreak: false });
      }
      y += Math.max(rowHeight, size * 1.6);
    },
    skip(points: number): void {
      y += points;
    },
  };
}

const clipped = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** Points: the upper left corner, beside the seller's lines. */
const logoBox = [200, 60] as const;

function draw(doc: PDFKit.PDFDocument, invoice: InvoiceRecord, logo: Buffer | null): void {
  if (logo) doc.image(logo, left, top, { fit: [...logoBox] });
  const { buyer, currency, kind, language, lines, seller, taxes, timezone } = invoice;
  const words = invoiceWords[language];
  const { tag } = languageTraits[language];
  const digits = decimalsOf(currency) ?? 2;
  const shape = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  const money = (amount: number) => new Intl.NumberFormat(tag, shape).format(amount / 10 ** digits);
  const day = (iso: string) => formatIn({ dateStyle: 'medium' }, timezone, tag).format(Date.parse(iso));
  const percent = (value: number, name: string | null) => `${name ?? ''} ${value} %`.trim();
  const { row, skip } = pen(doc);
  for (const line of linesOfParty(seller, words)) row([[line, left, right - left, 'right']]);
  skip(20);
  row([[words.buyer, left, 300, 'left']], 'bold');
  for (const line of linesOfParty(buyer, words)) row([[line, left, 300, 'left']]);
  skip(20);
  row([[kind === 'invoice' ? words.invoice : words.creditNote, left, 300, 'left']], 'bold', 16);
  const facts: readonly (readonly [string, string | null])[] = [
    [words.number, invoice.number],
    [words.corrects, invoice.invoiceNumber],
    [words.date, day(invoice.issuedAt)],
    [words.order, invoice.orderNumber],
    [words.supplied, [...new Set([day(invoice.suppliedFrom), day(invoice.suppliedTo)])].join(' – ')],
    [words.paid, invoice.paidAt && day(invoice.paidAt)],
  ];
  for (const [label, value] of facts)
    if (value)
      row([
        [label, left, 120, 'left'],
        [value, left + 130, 300, 'left'],
      ]);
  skip(14);
  row([[clipped(invoice.eventName, 80), left, 400, 'left']], 'bold');
  const columns = (item: string, quantity: string, rate: string, net: string, gross: string): readonly Cell[] => [
    [item, left, 220, 'left'],
    [quantity, 270, 40, 'right'],
    [rate, 315, 60, 'right'],
    [net, 380, 80, 'right'],
    [gross, 465, 80, 'right'],
  ];
  row(columns(words.item, words.quantity, words.rate, words.net, words.gross), 'bold');
  for (const { amount, attendee, name, net, quantity, taxName, taxPercent } of lines) {
    const item = clipped(attendee === null ? name : `${name} · ${attendee}`, 42);
    row(columns(item, String(quantity), percent(taxPercent, taxName), money(net), money(amount)));
  }
  skip(14);
  const sums = (label: string, net: string, tax: string, gross: string): readonly Cell[] => [
    [label, 215, 70, 'right'],
    [net, 290, 80, 'right'],
    [tax, 375, 80, 'right'],
    [gross, 460, 85, 'right'],
  ];
  row(sums(words.rate, words.net, words.tax, words.gross), 'bold');
  for (const one of taxes) row(sums(percent(one.percent, one.name), money(one.net), money(one.tax), money(one.amount)));
  row(sums(words.total, money(invoice.net), money(invoice.tax), money(invoice.amount)), 'bold');
  if (kind === 'credit_note')
    row([[`${words.refunded}: ${money(invoice.amount)}`, left, right - left, 'right']], 'bold');
  if (invoice.footer) {
    skip(20);
    for (const line of invoice.footer.split('\n')) row([[line, left, right - left, 'left']], 'plain', 8);
  }
}

/** @param logo PNG */
export function drawInvoice(invoice: InvoiceRecord, logo: Buffer | null = null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const info = {
      Title: invoice.number,
      CreationDate: new Date(invoice.issuedAt),
      Producer: 'Gatehouse',
      Creator: 'Gatehouse',
    };
    const doc = new PDFDocument({ size: 'A4', margin: 0, lang: invoice.language, info, font: '' });
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.registerFont('plain', invoiceFont(400));
    doc.registerFont('bold', invoiceFont(700));
    draw(doc, invoice, logo);
    doc.end();
  });
}
