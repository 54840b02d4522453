import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SCAN_CHARS } from '#kiosk/scanner/scan-text.ts';
import {
  IDLE_RESET_MS,
  type WedgeAnswer,
  type WedgeField,
  type WedgeKey,
  WedgeReader,
} from '#kiosk/scanner/wedge/wedge-reader.ts';
import { type KeyPress, LAYOUT_NAMES, scannerPresses } from '#test/fixtures/keyboard-layouts.ts';

const ENTER: KeyPress = { key: 'Enter', code: 'Enter', shift: false };
const TAB: KeyPress = { key: 'Tab', code: 'Tab', shift: false };
const MACHINE_GAP = { min: 1, max: 40 };

/** What the page would do with the keys the reader lets through: one text field, and a button that counts its presses. */
class Page {
  readonly reader = new WedgeReader();
  readonly scans: (readonly string[])[] = [];
  readonly seen: string[] = [];
  value = '';
  focus: 'field' | 'button' = 'field';
  nowMs = 0;

  press(press: KeyPress, gapMs: number, more: Partial<WedgeKey> = {}): WedgeAnswer {
    this.nowMs += gapMs;
    const before = this.value;
    const field: WedgeField = { element: this, undo: () => this.#setValue(before) };
    const answer = this.reader.press({
      ...press,
      shortcut: false,
      repeat: false,
      composing: false,
      atMs: this.nowMs,
      field: this.focus === 'field' ? field : null,
      ...more,
    });
    for (const undo of answer.undo) undo();
    if (answer.candidates !== null) this.scans.push(answer.candidates);
    if (!answer.swallow) {
      this.seen.push(press.key);
      if (this.focus === 'field' && [...press.key].length === 1) this.value += press.key;
    }
    return answer;
  }

  type(presses: readonly KeyPress[], gaps: readonly number[]): void {
    for (const [at, press] of presses.entries()) {
      // A scanner presses Shift as a key of its own.
      if (press.shift) this.press({ key: 'Shift', code: 'ShiftLeft', shift: true }, 0);
      this.press(press, gaps[at % gaps.length] ?? 0);
    }
  }

  #setValue(value: string): void {
    this.value = value;
  }
}

const base45Ticket = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'), minLength: 8, maxLength: 120 })
  .filter((body) => body.trim() === body && !body.includes('GATE1:'))
  .map((body) => `GATE1:${body}`);
const jsonTicket = fc
  .record({
    ticketNumber: fc.string({
      unit: fc.constantFrom(...'ABCDEFGHJKMNPQRSTVWXYZ0123456789-'),
      minLength: 6,
      maxLength: 40,
    }),
    timestamp: fc.integer({ min: 1_600_000_000, max: 2_100_000_000 }),
    sig: fc.base64String({ minLength: 40, maxLength: 88 }),
  })
  .map((ticket) => JSON.stringify({ type: 'event_ticket', ...ticket }));
const ticket = fc.oneof(base45Ticket, jsonTicket);
const layout = fc.constantFrom(...LAYOUT_NAMES);
const end = fc.constantFrom(ENTER, TAB);
const gaps = (range: { min: number; max: number }) => fc.array(fc.integer(range), { minLength: 1, maxLength: 40 });
const focus = fc.constantFrom<'field' | 'button'>('field', 'button');

describe('a US-configured scanner', () => {
  test('is read with any layout, CapsLock, focus and speed, and leaves nothing in the field', () => {
    fc.assert(
      fc.property(
        ticket,
        layout,
        fc.boolean(),
        end,
        focus,
        gaps({ min: 0, max: 200 }),
        (text, name, caps, last, at, pace) => {
          const page = new Page();
          page.value = 'Ada';
          page.focus = at;
          page.type([...scannerPresses(text, name, caps), last], pace);
          expect(page.scans).toHaveLength(1);
          expect(page.scans[0]?.slice(0, 2)).toContain(text);
          expect(page.value).toBe('Ada');
          expect(page.seen).not.toContain(last.key);
        },
      ),
    );
  });

  test('is read first time right: the code reading comes first', () => {
    fc.assert(
      fc.property(ticket, layout, fc.boolean(), (text, name, caps) => {
        const page = new Page();
        page.type([...scannerPresses(text, name, caps), ENTER], [8]);
        expect(page.scans[0]?.[0]).toBe(text);
      }),
    );
  });

  test('two scans back to back are two scans', () => {
    fc.assert(
      fc.property(ticket, ticket, layout, focus, gaps(MACHINE_GAP), (first, second, name, at, pace) => {
        const page = new Page();
        page.focus = at;
        for (const text of [first, second]) page.type([...scannerPresses(text, name), ENTER], pace);
        expect(page.scans.map((candidates) => candidates[0])).toEqual([first, second]);
        expect(page.value).toBe('');
      }),
    );
  });

  test('a scan that broke off is forgotten after the silence, and the next one is whole', () => {
    fc.assert(
      fc.property(ticket, fc.double({ min: 0, max: 0.99, noNaN: true }), layout, (text, part, name) => {
        const page = new Page();
        page.focus = 'button';
        const presses = scannerPresses(text, name);
        page.type(presses.slice(0, Math.floor(presses.length * part)), [8]);
        page.nowMs += IDLE_RESET_MS + 1;
        page.type([...presses, ENTER], [8]);
        expect(page.scans).toHaveLength(1);
        expect(page.scans[0]?.[0]).toBe(text);
      }),
    );
  });

  test('a scan that broke off leaves nothing in the field either', () => {
    const page = new Page();
    page.value = 'Ada';
    page.type(scannerPresses('GATE1:ABC123', 'de').slice(0, 9), [12]);
    page.press({ key: '!', code: 'Digit1', shift: true }, IDLE_RESET_MS + 1);
    expect(page.value).toBe('Ada!');
    expect(page.scans).toEqual([]);
  });

  test('a scan that broke off and began again at once is read from its second opening', () => {
    fc.assert(
      fc.property(ticket, fc.double({ min: 0.1, max: 0.99, noNaN: true }), layout, focus, (text, part, name, at) => {
        const page = new Page();
        page.focus = at;
        const presses = scannerPresses(text, name);
        page.type([...presses.slice(0, Math.ceil(presses.length * part)), ...presses, ENTER], [8]);
        expect(page.scans).toHaveLength(1);
        expect(page.scans[0]?.[0]).toBe(text);
      }),
    );
  });

  test('what a person wrote just before the trigger stays in the field', () => {
    const page = new Page();
    page.type(scannerPresses('Ada', 'us'), [120]);
    page.type([...scannerPresses('GATE1:ABC123', 'us'), ENTER], [10]);
    expect(page.scans[0]?.[0]).toBe('GATE1:ABC123');
    expect(page.value).toBe('Ada');
  });

  test('a second end (CR LF, Tab Enter) is kept from the page, a later Enter of a person is not', () => {
    const page = new Page();
    page.focus = 'button';
    page.type([...scannerPresses('GATE1:ABC123', 'de'), TAB, ENTER], [10]);
    expect(page.seen).not.toContain('Enter');
    page.press(ENTER, 400);
    expect(page.seen).toContain('Enter');
    expect(page.scans).toHaveLength(1);
  });

  test('AIM prefix is taken off, and a foreign code outside fields is a scan that presses no button', () => {
    const page = new Page();
    page.focus = 'button';
    page.type([...scannerPresses(']Q1A B BIG WORLD', 'us'), ENTER], [10]);
    page.press({ key: 'x', code: 'KeyX', shift: false }, 900);
    page.type([...scannerPresses('A B C', 'us'), ENTER], [90]);
    expect(page.scans).toEqual([['A B BIG WORLD'], ['xA B C']]);
    expect(page.seen).not.toContain(' ');
    expect(page.seen).not.toContain('Enter');
  });

  test('text without end is capped', () => {
    const page = new Page();
    page.type([...scannerPresses(`GATE1:${'A'.repeat(5_000)}`, 'us'), ENTER], [5]);
    expect(page.scans[0]?.every((text) => text.length <= MAX_SCAN_CHARS)).toBe(true);
    expect(page.value).toBe('');
  });
});

describe('a scanner set to the machine’s own layout', () => {
  test('is read by the key reading', () => {
    fc.assert(
      fc.property(base45Ticket, fc.constantFrom('de', 'gb', 'es', 'it', 'us'), focus, (text, name, at) => {
        const typable = [...text].every(
          (character) => [...'*+-./:$% '].includes(character) || /[0-9A-Z]/.test(character),
        );
        fc.pre(typable);
        const page = new Page();
        page.focus = at;
        page.type([...scannerPresses(text, name, false, name), ENTER], [9]);
        expect(page.scans[0]?.[0]).toBe(text);
        expect(page.value).toBe('');
      }),
    );
  });

  test('AltGr characters count, Ctrl shortcuts do not', () => {
    const page = new Page();
    const braces: KeyPress[] = [{ key: '{', code: 'Digit7', shift: false }];
    page.type(braces, [9]);
    page.type(scannerPresses('"type":"event_ticket"', 'de', false, 'de'), [9]);
    page.press({ key: 'j', code: 'KeyJ', shift: false }, 9, { shortcut: true });
    page.type([{ key: '}', code: 'Digit0', shift: false }, ENTER], [9]);
    expect(page.scans[0]?.[0]).toBe('{"type":"event_ticket"}');
  });
});

describe('a person at the keyboard', () => {
  const layoutText = fc.string({ minLength: 0, maxLength: 60 }).filter((text) => /^[ -~]*$/.test(text));
  const plain = layoutText.filter(
    (text) => !text.includes('GATE1:') && !text.includes('{"type"') && !/^\{ ?"/.test(text),
  );

  test('typing into a field is never disturbed, not even at a test driver’s speed', () => {
    fc.assert(
      fc.property(plain, gaps({ min: 0, max: 900 }), end, (text, pace, last) => {
        const page = new Page();
        page.type([...scannerPresses(text, 'us'), last], pace);
        expect(page.value).toBe(text);
        expect(page.scans).toEqual([]);
        expect(page.seen).toContain(last.key);
      }),
    );
  });

  test('writing JSON by hand into a field keeps it', () => {
    const page = new Page();
    page.type([...scannerPresses('{"note":1}', 'us'), ENTER], [120]);
    expect(page.value).toBe('{"note":1}');
    expect(page.scans).toEqual([]);
  });

  test('typing a ticket’s code by hand and Enter is a scan, and the field is empty again', () => {
    const page = new Page();
    page.type(scannerPresses('GATE1:ABC', 'us'), [180]);
    expect(page.value).toBe('GATE1:ABC');
    page.press(ENTER, 200);
    expect(page.scans[0]?.[0]).toBe('GATE1:ABC');
    expect(page.value).toBe('');
  });

  test('text typed into a field stays there when the focus moves to a button before Enter', () => {
    const page = new Page();
    page.type(scannerPresses('Ada Lovelace', 'us'), [120]);
    page.focus = 'button';
    page.press(ENTER, 200);
    expect(page.value).toBe('Ada Lovelace');
    expect(page.scans).toEqual([]);
    expect(page.seen).toContain('Enter');
  });

  test('Enter after a pause belongs to the page', () => {
    const page = new Page();
    page.type(scannerPresses('GATE1:ABC', 'us'), [180]);
    page.press(ENTER, IDLE_RESET_MS + 1);
    expect(page.scans).toEqual([]);
    expect(page.value).toBe('GATE1:ABC');
    expect(page.seen).toContain('Enter');
  });

  test('Tab, Space and Enter drive buttons as ever', () => {
    const page = new Page();
    page.focus = 'button';
    const space: KeyPress = { key: ' ', code: 'Space', shift: false };
    page.type([TAB, space, space, TAB, ENTER, { key: 'ArrowDown', code: 'ArrowDown', shift: false }, ENTER], [90]);
    expect(page.seen).toEqual(['Tab', ' ', ' ', 'Tab', 'Enter', 'ArrowDown', 'Enter']);
    expect(page.scans).toEqual([]);
  });

  test('a key held down is not a scan', () => {
    const page = new Page();
    page.focus = 'button';
    for (let at = 0; at < 30; at++) page.press({ key: 'x', code: 'KeyX', shift: false }, 33, { repeat: at > 0 });
    page.press(ENTER, 33);
    expect(page.scans).toEqual([]);
  });

  test('an input method keeps its Enter', () => {
    const page = new Page();
    for (const code of ['KeyN', 'KeyI', 'KeyH', 'KeyA', 'KeyO']) {
      page.press({ key: 'Process', code, shift: false }, 20, { composing: true });
    }
    expect(page.press({ key: 'Process', code: 'Enter', shift: false }, 20, { composing: true }).swallow).toBe(false);
    expect(page.scans).toEqual([]);
  });

  test('a scan in the middle of an input method’s composition is still read by its keys', () => {
    const page = new Page();
    for (const press of [...scannerPresses('GATE1:ABC123', 'us'), ENTER]) {
      page.press({ ...press, key: 'Process' }, 10, { composing: true });
    }
    expect(page.scans[0]?.[0]).toBe('GATE1:ABC123');
  });
});
