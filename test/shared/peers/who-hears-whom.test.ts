/** The picture of the lines between kiosks, from reports that each kiosk makes of itself and others pass on in any order. */
import { expect, test } from 'vitest';
import { WhoHearsWhom } from '#shared/peers/who-hears-whom.ts';
import { labId } from '#test/fixtures/peer-lab.ts';

const [self, a, b, c] = [labId(1), labId(2), labId(3), labId(4)] as const;
const always = () => true;
const said = (device: string, n: number, ...hears: string[]) => ({ device, n, hears, online: false });

test('PE16 a newer number replaces an older one, whichever way it comes; no one speaks for this kiosk', () => {
  const who = new WhoHearsWhom(self);
  who.heard([said(a, 2, b), said(a, 1, c), said(a, 2, c), said(self, 99, c)], 0);
  expect(who.others()).toEqual([said(a, 2, b)]);
  who.heard([said(a, 3)], 0);
  expect(who.others()).toEqual([said(a, 3)]);
});

test('PE16 who is silent for six seconds is forgotten, also where its last word is passed round; who left, at once', () => {
  const who = new WhoHearsWhom(self);
  who.heard([said(a, 1, b), said(b, 1, a)], 0);
  who.heard([said(a, 1, b), said(b, 2, a)], 5_000);
  who.forget(6_000, always);
  expect(who.others()).toEqual([said(b, 2, a)]);
  who.forget(6_001, (device) => device !== b);
  expect(who.others()).toEqual([]);
});

test('PE16 in reach is who is heard over any number of others', () => {
  const who = new WhoHearsWhom(self);
  who.heard([said(a, 1, self, b), said(b, 1, a, c)], 0);
  expect(who.reach([a])).toEqual(new Set([a, b, c]));
  who.heard([said(b, 2, a)], 1_000);
  expect(who.reach([a])).toEqual(new Set([a, b]));
  expect(who.reach([])).toEqual(new Set());
});
