/**
 * Finds scans in a stream of key presses, and says which presses the page must not see. Pure: time, focus and
 * undo come with each key, so every rule can be tested without a browser. `wedge.ts` feeds it DOM events.
 *
 * A scanner that acts as a keyboard cannot be distinguished from a person by its events, so these are the rules:
 * 1. Enter or Tab ends a scan. Time never does; 500 ms of silence only throws away what came before.
 * 2. Outside text fields any text of four characters or more that ends so is a scan: nothing else wants it.
 *    At machine speed its rest is swallowed, and a space within it never presses the focused button.
 * 3. Inside a text field only a ticket's opening makes it one, at any speed: names, mail addresses and
 *    foreign barcodes stay what was typed. A bare JSON opening must also come at machine speed.
 * 4. Characters reach the field until the opening is complete. At machine speed the field is then put back to what it
 *    was, and the rest is swallowed; slower, it may be a person writing, so the rest lands, and is taken out at Enter.
 * 5. A scan's Enter or Tab is swallowed, so it neither submits a form nor presses a button nor moves the focus.
 */
import { cleanScanText, MAX_SCAN_CHARS } from '../scan-text.ts';
import { opensLikeTicket, TICKET_OPENINGS } from '../ticket-openings.ts';
import { usCharacter } from './us-keymap.ts';

/** Silence that separates two bursts. Gaps of 106–145 ms inside one scan were measured on a busy machine. */
export const IDLE_RESET_MS = 500;
/**
 * Average gap below which keys come from a machine: 240 words a minute. Decides what is swallowed early, and whether a text
 * that opens as bare JSON is a scan although it was typed into a field.
 */
const MACHINE_GAP_MS = 50;
/** Fewer keys than this say nothing about speed: two rolled keys of a person can be 10 ms apart. */
const MACHINE_MIN_KEYS = 5;
/** Shortest text without a ticket's opening that counts outside fields. */
const MIN_PLAIN_CHARS = 4;
/** Scanners set to "CR LF" or "Tab Enter" end twice; the second end must not press the focused button. */
const SECOND_END_MS = 100;

/** Number of last keys that are searched for an opening: room for the longest one and the dead keys within it. */
const RECOGNISE_KEYS = 64;

export interface WedgeKey {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta is held and it is not AltGr. */
  readonly shortcut: boolean;
  readonly repeat: boolean;
  /** An input method is at work (`isComposing`). */
  readonly composing: boolean;
  /** `event.timeStamp`, milliseconds: when the system saw the key, however late the page gets it. */
  readonly atMs: number;
  /** The focused field before this key, or null when typing there writes nothing. */
  readonly field: WedgeField | null;
}

export interface WedgeField {
  readonly element: object;
  undo(): void;
}

export interface WedgeAnswer {
  /** Keep this key from the page. */
  readonly swallow: boolean;
  /** Functions to call now, in this order: they put the fields back to what they were before the scan. */
  readonly undo: readonly (() => void)[];
  /** A finished scan's candidates, best first, or null. */
  readonly candidates: readonly [string, ...string[]] | null;
}

interface Stroke {
  readonly code: string;
  readonly key: string;
  readonly atMs: number;
  readonly field: WedgeField | null;
}

const PASS: WedgeAnswer = { swallow: false, undo: [], candidates: null };
const SWALLOW: WedgeAnswer = { swallow: true, undo: [], candidates: null };

export class WedgeReader {
  readonly #openings: readonly string[];
  #strokes: Stroke[] = [];
  /** Position at which the ticket's opening begins; `certain` for a configured opening, not for bare JSON. */
  #opening: { readonly from: number; readonly certain: boolean } | null = null;
  #swallowing = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  #scannedMs = Number.NEGATIVE_INFINITY;

  /** @param openings how ticket texts begin, each at least two characters */
  constructor(openings: readonly string[] = TICKET_OPENINGS) {
    this.#openings = openings;
  }

  press(key: WedgeKey): WedgeAnswer {
    if (MODIFIERS.has(key.key) || key.shortcut) return PASS;
    if (key.atMs - this.#lastMs > IDLE_RESET_MS) this.#reset();
    if (isEnd(key)) return this.#end(key);
    const code = usCharacter(key.code, key.shift);
    const typed = isCharacter(key.key);
    if ((code === null || key.code.startsWith('Numpad')) && !typed) {
      // Arrows, Backspace, Escape: a person is at work, unless a machine's scan is already running.
      if (!this.#swallowing) this.#reset();
      return PASS;
    }
    this.#lastMs = key.atMs;
    // A scanner presses every character again; repeats come from a key held down, or from a stalled machine.
    if (key.repeat) return this.#swallowing ? SWALLOW : PASS;
    if (this.#strokes.length >= MAX_SCAN_CHARS) return this.#swallowing ? SWALLOW : PASS;
    this.#strokes.push({
      code: code ?? key.key,
      key: typed && !key.composing ? key.key : '',
      atMs: key.atMs,
      field: key.field,
    });
    this.#recognise();
    if (this.#swallowing) return SWALLOW;
    if (!this.#shouldSwallow(key)) return this.#pressesButton(key) ? SWALLOW : PASS;
    this.#swallowing = true;
    return { swallow: true, undo: this.#takeUndo(this.#opening?.from ?? 0), candidates: null };
  }

  /** Decides whether the keys from here to the end of the burst are kept from the page; such a burst counts as a scan. */
  #shouldSwallow(key: WedgeKey): boolean {
    if (this.#opening !== null) return key.field === null || this.#isMachine(this.#opening.from);
    return this.#strokes.every((stroke) => stroke.field === null) && this.#isMachine(0);
  }

  /** A space in the middle of a foreign barcode would press the focused button; a person's lone space may. */
  #pressesButton(key: WedgeKey): boolean {
    return key.key === ' ' && key.field === null && this.#strokes.some((stroke) => stroke.key.trim() !== '');
  }

  #end(key: WedgeKey): WedgeAnswer {
    if (this.#strokes.length === 0) {
      const secondEnd = key.atMs - this.#scannedMs <= SECOND_END_MS && !key.composing;
      return secondEnd ? SWALLOW : PASS;
    }
    const from = this.#opening?.from ?? 0;
    const candidates = this.#candidates(from);
    // Before the undo is taken: then no stroke knows any more which field it was typed into.
    const isScan = this.#isScan(key, from);
    const undo = this.#takeUndo(from);
    this.#reset();
    const [best, ...others] = candidates;
    if (!isScan || best === undefined) return PASS;
    this.#scannedMs = key.atMs;
    return { swallow: true, undo, candidates: [best, ...others] };
  }

  #isScan(end: WedgeKey, from: number): boolean {
    if (this.#swallowing || this.#opening?.certain === true) return true;
    const intoField = end.field !== null || this.#strokes.some((stroke) => stroke.field !== null);
    if (intoField) return this.#opening !== null && this.#isMachine(from);
    return this.#strokes.length >= MIN_PLAIN_CHARS && !end.composing;
  }

  /** The last configured opening counts: what stands before it is a bumped key or a scan that broke off. */
  #recognise(): void {
    const tail = Math.max(0, this.#strokes.length - RECOGNISE_KEYS);
    for (const reading of ['code', 'key'] as const) {
      const text = this.#text(reading, tail);
      const opening = this.#openings.find((candidate) => text.endsWith(candidate));
      if (opening !== undefined) {
        this.#opening = { from: this.#strokeAtEnd(reading, opening.length), certain: true };
        return;
      }
      if (this.#opening === null && tail === 0 && opensLikeTicket(cleanScanText(text), this.#openings)) {
        this.#opening = { from: 0, certain: false };
      }
    }
  }

  #candidates(from: number): string[] {
    const readings = [from, 0].flatMap((start) => [this.#text('code', start), this.#text('key', start)]);
    const texts = [...new Set(readings.map(cleanScanText))].filter((text) => text.trim() !== '');
    // A scanner set to the machine's own layout opens right only in the `key` reading: that one goes first then.
    const opens = (text: string) => opensLikeTicket(text, this.#openings);
    return [...texts.filter(opens), ...texts.filter((text) => !opens(text))];
  }

  #text(reading: 'code' | 'key', from: number): string {
    return this.#strokes.slice(from).reduce((text, stroke) => text + stroke[reading], '');
  }

  /** @returns the index of the stroke that began the last `length` characters of a reading */
  #strokeAtEnd(reading: 'code' | 'key', length: number): number {
    let at = this.#strokes.length;
    for (let left = length; left > 0 && at > 0; ) left -= this.#strokes[--at]?.[reading].length ?? 0;
    return at;
  }

  #isMachine(from: number): boolean {
    const first = this.#strokes[from];
    const last = this.#strokes.at(-1);
    const keys = this.#strokes.length - from;
    if (first === undefined || last === undefined || keys < MACHINE_MIN_KEYS) return false;
    return (last.atMs - first.atMs) / (keys - 1) < MACHINE_GAP_MS;
  }

  /** Each field's oldest state since stroke `from`: the focus may have moved in the middle of a scan. */
  #takeUndo(from: number): (() => void)[] {
    const oldest = new Map<object, () => void>();
    for (const { field } of this.#strokes.slice(from)) {
      if (field !== null && !oldest.has(field.element)) oldest.set(field.element, () => field.undo());
    }
    this.#strokes = this.#strokes.map((stroke) => ({ ...stroke, field: null }));
    return [...oldest.values()];
  }

  #reset(): void {
    this.#strokes = [];
    this.#opening = null;
    this.#swallowing = false;
  }
}

/** Named keys that only change what other keys mean (W3C UI Events KeyboardEvent key Values, modifier keys). */
const MODIFIERS: ReadonlySet<string> = new Set(
  'Shift Control Alt AltGraph Meta CapsLock NumLock ScrollLock Fn FnLock Hyper Super Symbol SymbolLock'.split(' '),
);

function isEnd(key: WedgeKey): boolean {
  if (key.shift) return false;
  return key.key === 'Enter' || key.key === 'Tab' || /^(Enter|NumpadEnter|Tab)$/.test(key.code);
}

/** `Dead`, `Process`, `F1` are names; a character is one code point. */
function isCharacter(key: string): boolean {
  const [first, second] = key;
  return first !== undefined && second === undefined;
}
