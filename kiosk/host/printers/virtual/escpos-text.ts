/** The line of text of an ESC/POS printer: letters are collected, and drawn on the paper when the line ends. */
import { cellHeightDots, cellWidthDots, isInk } from './escpos-font.ts';
import type { Paper } from './paper-roll.ts';

const lineDots = 30;

export interface TextLine {
  push(letter: number): void;
  isEmpty(): boolean;
  /** 0 left, 1 centre, 2 right. */
  setAlign(align: number): void;
  /** Times the size of the font's cell. */
  setScale(x: number, y: number): void;
  setSpacing(dots: number): void;
  spacingDots(): number;
  /** Draws what was collected and moves the paper on by at least so many dots. */
  feed(dots: number): void;
  /** Drops the collected letters; the settings are those of a printer just switched on. */
  reset(): void;
}

export function createTextLine(paper: Paper, widthDots: number): TextLine {
  let text: number[] = [];
  let scaleX = 1;
  let scaleY = 1;
  let align = 0;
  let spacing = lineDots;

  function drawLetter(byte: number, left: number): void {
    for (let y = 0; y < cellHeightDots * scaleY; y += 1) {
      for (let x = 0; x < cellWidthDots * scaleX; x += 1) {
        if (isInk(byte, Math.floor(x / scaleX), Math.floor(y / scaleY))) paper.ink(left + x, y);
      }
    }
  }

  function drawLine(): void {
    const cell = cellWidthDots * scaleX;
    const fits = Math.floor(widthDots / cell);
    while (text.length > 0) {
      const part = text.splice(0, fits);
      const free = widthDots - part.length * cell;
      const left = align === 0 ? 0 : align === 1 ? free >> 1 : free;
      for (const [i, byte] of part.entries()) drawLetter(byte, left + i * cell);
      if (text.length > 0) paper.feed(cellHeightDots * scaleY);
    }
  }

  return {
    push(letter) {
      text.push(letter);
    },
    isEmpty: () => text.length === 0,
    setAlign(next) {
      align = next;
    },
    setScale(x, y) {
      scaleX = x;
      scaleY = y;
    },
    setSpacing(dots) {
      spacing = dots;
    },
    spacingDots: () => spacing,
    feed(dots) {
      const high = text.length > 0 ? cellHeightDots * scaleY : 0;
      drawLine();
      paper.feed(Math.max(high, dots));
    },
    reset() {
      text = [];
      scaleX = 1;
      scaleY = 1;
      align = 0;
      spacing = lineDots;
    },
  };
}
