import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { type BadgeElement, type BadgeLayout, dots } from '#shared/badge/layout.ts';
import { layoutWarnings } from '#shared/badge/layout-warnings.ts';
import { type PlannedElement, planBadge } from '#shared/badge/plan-badge.ts';
import { sampleAt, samplePeople } from '#shared/badge/sample-people.ts';
import { must } from '#shared/base/assert.ts';
import { anyLayout, hostileNames, roughly } from './layouts.ts';

const ada = must(samplePeople[0], 'a sample').content;
const name = must(
  defaultLayout.elements.find((element) => element.kind === 'field' && element.field === 'name'),
  'the default badge has a name',
);
const only = (...elements: BadgeElement[]): BadgeLayout => ({ ...defaultLayout, elements });

/** Everything lies in its box, and its box in the label. */
function expectInside(plan: readonly PlannedElement[], layout: BadgeLayout, dpi: number): void {
  const [width, height] = [dots(layout.widthMm, dpi), dots(layout.heightMm, dpi)];
  for (const element of plan) {
    const { box } = element;
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    if (element.kind === 'qr') {
      const side = element.moduleDots * element.modules.length;
      expect(element.left).toBeGreaterThanOrEqual(box.x);
      expect(element.left + side).toBeLessThanOrEqual(box.x + box.width);
      expect(element.top + side).toBeLessThanOrEqual(box.y + box.height);
    }
    if (element.kind === 'text')
      for (const { text } of element.lines)
        expect(roughly(text, element.sizeDots, element.weight)).toBeLessThanOrEqual(element.innerWidth);
  }
}

test('any valid layout fits its label, for any person, at any resolution', () => {
  const person = fc.record({
    name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom(...hostileNames.map(([, n]) => n))),
    company: fc.option(fc.string({ unit: 'grapheme', maxLength: 200 })),
    badgeCode: fc.option(fc.stringMatching(/^[0-9A-F]{1,40}$/)),
    ticketType: fc.constantFrom(null, 'vip', 'visitor'),
  });
  fc.assert(
    fc.property(anyLayout, person, fc.constantFrom(150, 203, 300, 600), (layout, some, dpi) => {
      expectInside(planBadge({ ...ada, ...some }, layout, dpi, roughly), layout, dpi);
    }),
    { numRuns: 150 },
  );
});

test.each(hostileNames)('a name of %s stays in its box', (_label, hostile) => {
  const plan = planBadge({ ...ada, name: hostile }, defaultLayout, 300, roughly);
  expectInside(plan, defaultLayout, 300);
  const written = plan.flatMap((element) => (element.kind === 'text' && element.id === 'name' ? element.lines : []));
  expect(written.map(({ text }) => text).join('')).not.toMatch(
    /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u0000-\u001f]|\p{M}{5}/u,
  );
});

describe('an element', () => {
  test('for some ticket types is left out for the others', () => {
    const layout = only(name, {
      kind: 'box',
      id: 'vip',
      ticketTypes: ['vip'],
      lineMm: 0,
      xMm: 0,
      yMm: 50,
      widthMm: 86,
      heightMm: 4,
    });
    const ids = (ticketType: string | null) =>
      planBadge({ ...ada, ticketType }, layout, 300, roughly).map(({ id }) => id);
    expect(ids('vip')).toEqual(['name', 'vip']);
    expect(ids('visitor')).toEqual(['name']);
    expect(ids(null)).toEqual(['name']);
  });

  test('that is turned has the length of its box to write in', () => {
    const [upright, turned] = [0, 90].map((turn) => {
      const narrow = { ...name, turn, xMm: 2, yMm: 2, widthMm: 10, heightMm: 50, maxLines: 1 } as BadgeElement;
      return must(planBadge(ada, only(narrow), 300, roughly)[0], 'a planned name');
    });
    if (upright?.kind !== 'text' || turned?.kind !== 'text') throw new Error('both are text');
    expect(turned.sizeDots).toBeGreaterThan(1.5 * upright.sizeDots);
  });

  test('starts on the right in Arabic, on the left in Latin, and ends on the other side', () => {
    const sides = (content: BadgeContent, align: 'start' | 'end') =>
      planBadge(content, only({ ...name, align } as BadgeElement), 300, roughly).map(
        (e) => e.kind === 'text' && e.side,
      );
    const arabic = { ...ada, name: 'محمد' };
    expect([sides(ada, 'start'), sides(ada, 'end')]).toEqual([['left'], ['right']]);
    expect([sides(arabic, 'start'), sides(arabic, 'end')]).toEqual([['right'], ['left']]);
  });

  test('asks a question of the event by its id, and stays empty without an answer', () => {
    const layout = only({ ...name, field: 'answer:q1' } as BadgeElement);
    expect(planBadge(ada, layout, 300, roughly)).toEqual([]);
    const answered = sampleAt(ada, { name: 'E', ticketType: null, questions: ['q1'] });
    expect(planBadge(answered, layout, 300, roughly)).toHaveLength(1);
  });
});

describe('the editor is warned', () => {
  const codes = (layout: BadgeLayout) =>
    layoutWarnings(layout, samplePeople, roughly).map(({ code, elementId }) => `${code} ${elementId}`);

  test('of text that would be cut, and whose it is', () => {
    const tight = only({ ...name, widthMm: 20, heightMm: 5, maxLines: 1 } as BadgeElement);
    expect(layoutWarnings(tight, samplePeople, roughly)).toContainEqual({
      code: 'text_cut',
      elementId: 'name',
      person: 'Very long, double-barrelled',
    });
  });

  test('of a small code, of what lies outside or over the code, and of a badge without a name', () => {
    const qr = { kind: 'qr', id: 'qr', ticketTypes: [], xMm: 70, yMm: 40, widthMm: 14, heightMm: 14 } as const;
    const over = {
      kind: 'box',
      id: 'line',
      ticketTypes: [],
      lineMm: 1,
      xMm: 60,
      yMm: 45,
      widthMm: 40,
      heightMm: 2,
    } as const;
    expect(codes(only(qr, over))).toEqual(['qr_small qr', 'outside_label line', 'covers_qr line', 'no_name null']);
    expect(
      codes(only({ ...qr, xMm: 60, yMm: 30, widthMm: 15, heightMm: 15 }, { ...name, smallestMm: 2 } as BadgeElement)),
    ).toEqual([]);
  });
});
