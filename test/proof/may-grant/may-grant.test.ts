/**
 * A grant never exceeds what its giver has: the rule by itself over random givers and grants; every way to grant over
 * HTTP × every built-in role and random custom ones; and no chain of grants leads to a right that none of its first
 * givers had.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayGrant } from '#server/core/policy/may-grant.ts';
import { mayAdminister } from '#server/core/policy/policy.ts';
import { must } from '#shared/base/assert.ts';
import { builtInRoles } from '#shared/modules/auth/roles.ts';
import { type GivingSite, openGivingSite } from './giving-site.ts';
import type { Giver } from './giving-tenant.ts';
import { actorOf, beyond, described, type Holder, rightsOf } from './rights.ts';

/** Printed by fast-check where a property does not hold; another one for each run. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
let site: GivingSite;

beforeAll(async () => {
  site = await openGivingSite();
});
afterAll(() => site?.house.close());

const areas = [
  '*',
  'admin',
  'sample',
  'events',
  'custom',
  'notes',
  'registrations',
  'staff',
  'vault',
  'diary',
  'members',
];
const giftScopes = [...areas.flatMap((area) => [`${area}:read`, `${area}:write`]), 'pairing:write'];
const roleNames = ['owner', 'admin', 'editor', 'viewer', 'supervisor', 'finance', 'hr', 'lead', 'porter'];

const someScopes = (max: number) => fc.uniqueArray(fc.constantFrom(...giftScopes), { maxLength: max });
const someRoles = fc.uniqueArray(fc.constantFrom(...roleNames), { maxLength: 3 });
const holder: fc.Arbitrary<Holder> = fc.record({
  kind: fc.constantFrom('key' as const, 'user' as const),
  scopes: fc.oneof(someScopes(5), fc.constantFrom(...Object.values(builtInRoles).map((scopes) => [...scopes]))),
  roles: someRoles,
});

test('the rule: no grant opens what its giver may not do', () => {
  const { collections, registry } = site;
  const receivers = ['key', 'person'] as const;
  let allowed = 0;
  fc.assert(
    fc.property(holder, someScopes(3), someRoles, fc.constantFrom(...receivers), (giver, scopes, roles, to) => {
      if (mayGrant(actorOf(giver), scopes, roles, collections, to) !== null) return;
      allowed += 1;
      const receiver: Holder = { kind: to === 'key' ? 'key' : 'user', scopes, roles };
      expect(beyond(rightsOf(receiver, registry), rightsOf(giver, registry)), described(giver)).toEqual([]);
    }),
    { seed, numRuns: 1_500 },
  );
  // Not because nothing is.
  expect(allowed).toBeGreaterThan(100);
});

test('the rule: everyone can give on what they have', () => {
  fc.assert(
    fc.property(holder, (giver) => {
      const to = giver.kind === 'key' ? 'key' : 'person';
      expect(mayGrant(actorOf(giver), giver.scopes, giver.roles, site.collections, to)).toBeNull();
    }),
    { seed },
  );
});

/** The answer is the rule's, and what came of it is no more than the giver has. */
async function tryWay(
  giver: Giver,
  way: GivingSite['ways'][number],
  scopes: readonly string[],
  roles: readonly string[],
) {
  const { collections, registry } = site;
  const given = way.givesRoles ? roles : [];
  const { answer, receiver } = await way.give(giver, scopes, given);
  const actor = actorOf(giver);
  const allows = mayAdminister(actor) === null && mayGrant(actor, scopes, given, collections, way.to) === null;
  const what = `${way.name} [${scopes.join(' ')}] (${given.join(' ')}) by ${described(giver)}: ${answer.text}`;
  expect([answer.status < 300, answer.status < 300 || answer.status === 403], what).toEqual([allows, true]);
  if (!receiver) return null;
  expect(beyond(rightsOf(receiver, registry), rightsOf(giver, registry)), what).toEqual([]);
  return receiver;
}

test('every built-in role × every way to give × each kind of gift', async () => {
  const gifts: readonly (readonly [scopes: readonly string[], roles: readonly string[]])[] = [
    [['sample:read'], []],
    [['*:read'], ['viewer']],
    [['admin:write', 'pairing:write'], ['supervisor']],
    [['vault:read', 'staff:read'], ['finance']],
    [['*:read', '*:write', 'admin:read', 'admin:write'], ['owner']],
  ];
  const givers = await Promise.all(Object.keys(builtInRoles).map((role) => site.member(role)));
  const withAdministrationAlone = await site.key(['admin:write'], []);
  for (const giver of [...givers, withAdministrationAlone])
    for (const way of site.ways) for (const [scopes, roles] of gifts) await tryWay(giver, way, scopes, roles);
});

test('random custom roles and keys × every way to give', async () => {
  const custom = fc.tuple(someScopes(4), fc.integer({ min: 0, max: site.ways.length - 1 }), someScopes(2), someRoles);
  await fc.assert(
    fc.asyncProperty(custom, async ([held, n, scopes, roles]) => {
      const giver = await site.key([...held, 'admin:write'], []);
      if (scopes.length > 0) await tryWay(giver, must(site.ways[n], 'a way'), scopes, roles);
    }),
    { seed, numRuns: 60, interruptAfterTimeLimit: 20_000 },
  );
});

/** Who has rights in a chain of gifts; the model is what the first of them could do. */
interface Chain {
  readonly givers: Giver[];
}
interface Reach {
  readonly rights: Set<string>;
}

class Give implements fc.AsyncCommand<Reach, Chain> {
  readonly by: number;
  readonly way: number;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  constructor(by: number, way: number, scopes: readonly string[], roles: readonly string[]) {
    [this.by, this.way, this.scopes, this.roles] = [by, way, scopes, roles];
  }
  check = () => this.scopes.length > 0;
  async run(model: Reach, { givers }: Chain): Promise<void> {
    const way = must(site.ways[this.way % site.ways.length], 'a way');
    const receiver = await tryWay(must(givers[this.by % givers.length], 'a giver'), way, this.scopes, this.roles);
    if (!receiver) return;
    givers.push(receiver);
    expect(beyond(rightsOf(receiver, site.registry), model.rights), this.toString()).toEqual([]);
  }
  toString = () => `give(${this.by}, ${this.way}, [${this.scopes.join(' ')}], [${this.roles.join(' ')}])`;
}

test('no chain of gifts leads to a right that none of the first givers had', async () => {
  const give = fc
    .tuple(fc.nat(50), fc.nat(50), someScopes(3), someRoles)
    .map(([by, way, scopes, roles]) => new Give(by, way, scopes, roles));
  const firsts = fc.array(fc.tuple(someScopes(4), someRoles), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(firsts, fc.commands([give], { maxCommands: 12 }), async (asked, commands) => {
      const givers = await Promise.all(asked.map(([scopes, roles]) => site.key([...scopes, 'admin:write'], roles)));
      const rights = new Set(givers.flatMap((giver) => [...rightsOf(giver, site.registry)]));
      await fc.asyncModelRun(() => ({ model: { rights }, real: { givers } }), commands);
    }),
    { seed, numRuns: 15, interruptAfterTimeLimit: 20_000 },
  );
});
