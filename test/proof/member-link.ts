/**
 * The link of an exhibitor's member opens the leads of this exhibitor and nothing else. Part of device-matrix.test.ts.
 */
import { describe, expect, test } from 'vitest';
import type { Registry } from '#server/core/platform.ts';
import { guestActor } from '#server/core/policy/actor.ts';
import { must } from '#shared/base/assert.ts';
import { validRecord } from '#test/fixtures/valid-record.ts';
import type { Row } from './matrix-rows.ts';
import type { MatrixSite } from './matrix-site.ts';

/** The server refuses a link as credential before it reads the path: every n-th path is enough. */
const sampled = 9;

export interface MemberSite {
  readonly site: MatrixSite;
  readonly registry: Registry;
  /** The member's own exhibitor and another one, each with leads of the same visitors. */
  readonly exhibitors: readonly [own: string, other: string];
  /** Operations that need a credential. */
  readonly guarded: readonly Row[];
}

/** @param given what a suite has made before its tests run */
export function memberLinkTests(given: () => MemberSite): void {
  describe('the link of an exhibitor’s member', () => {
    const secretOf = async (exhibitor: string) =>
      String(must(await given().site.store.findOne('exhibitor_members', { exhibitor }), 'a member')['pageSecret']);

    test('as a credential it opens nothing', async () => {
      const { exhibitors, guarded, site } = given();
      const authorization = `Bearer ${await secretOf(exhibitors[0])}`;
      const asked = guarded.filter((_, n) => n % sampled === 0);
      const wrong: string[] = [];
      for (const { body, method, path, type } of asked) {
        const headers = { authorization, ...(body !== undefined && { 'content-type': type }) };
        const { status } = await fetch(site.house.url + path, { method, headers, ...(body !== undefined && { body }) });
        if (status !== 401) wrong.push(`${method} ${path}: ${status}`);
      }
      expect(asked.length).toBeGreaterThan(90);
      expect(wrong).toEqual([]);
    });

    test('every action that takes a secret: with it, nothing of another exhibitor or of any visitor is shown or changed', async () => {
      const { exhibitors, registry, site } = given();
      const { directory, platform } = site.house.admin;
      const tenant = must(await directory.bySlug('victim'), 'the tenant');
      const [own, other] = exhibitors;
      const secret = await secretOf(own);
      const lead = must(await site.store.findOne('leads', { exhibitor: other }), 'a lead of the other one');
      const member = must(
        await site.store.findOne('exhibitor_members', { exhibitor: other }),
        'a member of the other one',
      );
      const chosen: Readonly<Record<string, unknown>> = {
        ...{ exhibitors: other, leads: lead.id, exhibitor_members: member.id },
        ...{ events: lead['event'], registrations: lead['registration'] },
      };
      const idsOf = (to: string) => [String(chosen[to] ?? site.ids.get(to))];
      const taking = [...registry.actions.values()].filter(({ input }) => input.some(({ name }) => name === 'secret'));
      const from = await site.store.head();
      const wrong: string[] = [];
      for (const { input, module, name } of taking) {
        const labels = { one: 'Input', many: 'Inputs' };
        const made = validRecord({ name, module, labels, fields: input }, [], idsOf, 1, 7);
        const guest = guestActor(tenant.id, [name], { from: '192.0.2.1', acceptLanguage: 'en' });
        const caller = await platform.as(guest);
        const outcome = await caller.run({ verb: 'act', action: name, input: { ...made, secret } });
        const text = JSON.stringify(outcome);
        const shown = ['seen by Aegean', 'member@aegean.example', String(lead['name'])].filter((one) =>
          text.includes(one),
        );
        if (outcome.kind !== 'refused' && shown.length > 0) wrong.push(`${name}: ${text.slice(0, 200)}`);
      }
      expect(taking.length).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
      const changes = await site.store.since(from, { limit: 1_000, collections: await site.store.collections() });
      expect(changes.filter(({ actor }) => actor.startsWith('public:')).map(({ collection }) => collection)).toEqual(
        [],
      );
    });
  });
}
