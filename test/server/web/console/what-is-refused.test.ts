/** A form shows the message of a refusal, beside the row it is about. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventSections } from '#server/web/console/screens/section-labels.ts';
import { wayOutOf } from '#server/web/console/shell/way-out.ts';
import { rowOf } from '#server/web/parts/form/row-of.ts';
import { refusalText } from '#server/web/parts/refusal-text.ts';
import en from '#server/web/parts/text/en.json' with { type: 'json' };
import { events } from '#shared/modules/events/event.ts';
import { eventRefusals } from '#shared/modules/events/refusals.ts';

const web = join(import.meta.dirname, '..', '..', '..', '..', 'server', 'web');
const nothing = () => null;

test.each([
  ['priceSteps[1].from', ['name', 'price', 'priceSteps', 'priceSteps[1].from'], 'priceSteps[1].from'],
  // The name of a step is not the name of the ticket type.
  ['priceSteps[0].name', ['name', 'price', 'priceSteps'], 'priceSteps'],
  // A cell of a table in the setting.
  ['gamification.points.checkin', ['points', 'points.checkin', 'caps.checkin'], 'points.checkin'],
  ['gamification.activities[0].points', ['points', 'activities[0].points'], 'activities[0].points'],
  ['streaming.captions.languages[0]', ['languages'], 'languages'],
  ['invoicing.sellerName', ['sellerName', 'email'], 'sellerName'],
  ['attendees[0].email', ['name', 'email'], 'email'],
  ['colour', ['name'], null],
  [undefined, ['name'], null],
])('%s is about the right row', (path, rows, row) => {
  expect(rowOf(path, new Set(rows))).toBe(row);
});

test('a message has labels in place of names, and never a path', () => {
  const labels = new Map([['maxPerOrder', 'At most, per order']]);
  const labelOf = (path: string) => labels.get(path) ?? null;
  const tooLarge = { code: 'too_large', path: 'maxPerOrder', message: 'maxPerOrder must be at most 100.' };
  expect(refusalText(tooLarge, labelOf)).toBe('At most, per order must be at most 100.');
  expect(refusalText({ ...tooLarge, detail: { max: 1_000 } }, labelOf)).toBe('Enter at most 1,000.');
  expect(refusalText({ ...tooLarge, code: 'too_small', detail: { min: 0 } }, labelOf)).toBe('Enter at least 0.');
  expect(refusalText({ ...tooLarge, path: 'a.maxPerOrder', message: 'a.maxPerOrder must be a number.' }, nothing)).toBe(
    'Max per order must be a number.',
  );
  const draws = { code: 'x', message: 'Prize draws are off. Set `gamification.prizeDraws`.' };
  expect(refusalText(draws, nothing)).toBe('Prize draws are off. Set “prize draws”.');
});

test('no refusal of an event shows a person a path of the API', () => {
  const said = Object.entries(eventRefusals).map(([code, { message }]) => refusalText({ code, message }, nothing));
  expect(said.filter((text) => /[`<]|\b[a-z]+\.[a-z]\w*\b/i.test(text))).toEqual([]);
  const codes = Object.keys(en).flatMap((key) => (key.startsWith('refusal_') ? [key.slice(8)] : []));
  expect(codes.filter((code) => !Object.hasOwn(eventRefusals, code))).toEqual([]);
});

test('leads to the screen where it is put right, unless it is the one that is shown', () => {
  const refusal = { code: 'seller_missing', message: '', path: 'invoicing.sellerName' };
  expect(wayOutOf(refusal, 'e1', '#/event/e1/payment')).toEqual({ href: '#/event/e1/invoicing', page: 'Invoices' });
  expect(wayOutOf(refusal, 'e1', '#/event/e1/invoicing')).toBeNull();
  expect(wayOutOf({ code: 'x', message: '', path: 'colour' }, 'e1', '#/')).toBeNull();
});

const otherPage = '#/overview/e1';
/** The settings of an event that are groups: as they are defined, so that a new one is asked for here. */
const settings = events.fields.flatMap((field) => (field.type === 'json' && !('hidden' in field) ? [field.name] : []));

test.each(settings)('a refusal of the setting %s leads to its page', (name) => {
  const way = wayOutOf({ code: 'x', message: '', path: `${name}.some.path` }, 'e1', otherPage);
  const sections = Object.keys(eventSections).map((section) => `#/event/e1/${section}`);
  expect(['#/stream/e1', '#/badge/e1', ...sections]).toContain(way?.href);
});

test('a refusal that says which setting to change leads to the page of that setting', () => {
  const naming = Object.entries(eventRefusals).flatMap(([code, { message }]) => {
    const named = /`(\w+)(?:\.[^`]+)?` (?:of the event|to)|[Ss]et `(\w+)\.|to `(\w+)\./.exec(message);
    const setting = settings.find((one) => named?.slice(1).includes(one));
    return setting === undefined ? [] : [{ code, setting }];
  });
  expect(naming.length).toBeGreaterThan(7);
  const href = (refusal: { readonly code: string; readonly path?: string }) =>
    wayOutOf({ message: '', ...refusal }, 'e1', otherPage)?.href;
  for (const { code, setting } of naming)
    expect({ code, href: href({ code }) }).toEqual({ code, href: href({ code: 'x', path: setting }) });
});

test('where a form cancels something, its other button says what is kept', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const texts = en as Readonly<Record<string, string>>;
  const confused = files.flatMap((name) => {
    const source = readFileSync(join(web, name), 'utf8');
    const asks = [...source.matchAll(/confirm\(\s*t\('(\w+)'/g)].filter(([, key = '']) =>
      /^cancel/i.test(texts[key] ?? ''),
    );
    const forms = source.split('<EditForm').slice(1);
    const opened = forms.map((form) => form.slice(0, form.search(/\n\s*>|>\n/)));
    const wrong = opened.filter((form) => {
      const submit = /submit=\{t\('(\w+)'/.exec(form)?.[1] ?? '';
      return /\bcancel/i.test(texts[submit] ?? '') && form.includes('onCancel') && !form.includes('dismiss');
    });
    return [...asks, ...wrong].map(() => name);
  });
  expect(confused).toEqual([]);
});
