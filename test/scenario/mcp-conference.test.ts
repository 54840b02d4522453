/**
 * An agent that has nothing but MCP runs a conference: schedule, sale, check-in, introduction, prize draw. It finds each
 * action by words in what `describe` says of it, and sends only what the described input has.
 */
import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { connectMcp } from '#test/fixtures/mcp-asker.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 300_000;
const minuteMs = 60_000;

let house: TestServer;
let client: Client;

beforeAll(async () => {
  house = await openTestServer();
  client = await connectMcp(`${house.url}/mcp`, (await house.tenant('acme')).apiKey, 'stateless');
}, limitMs);
afterAll(async () => {
  await client?.close();
  await house?.close();
});

const list = (value: unknown) => value as readonly Body[];
const text = (value: unknown) => String(value);

async function call(name: string, args: Body): Promise<Body> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(content)}`);
  return structuredContent as Body;
}

/** What a description calls an object comes beside `meta` or as it is. */
const dataOf = (answer: Body) => (isObject(answer['data']) ? (answer['data'] as Body) : answer);

interface Known {
  readonly tool: string;
  readonly action: string;
  readonly summary: string;
}

/** The tools that say of themselves that they hold everything of a module, and the actions that each lists. */
async function knownActions(): Promise<readonly Known[]> {
  const { tools } = await client.listTools();
  const found: Known[] = [];
  for (const { description = '', name } of tools) {
    if (!description.includes('describe: what exists')) continue;
    const { actions } = await call(name, { action: 'describe' });
    for (const { action, summary } of list(actions))
      found.push({ tool: name, action: text(action), summary: text(summary) });
  }
  return found;
}

/** @param words what the agent wants to do, in words of the summary */
async function act(known: readonly Known[], words: string, data: Body): Promise<Body> {
  const wanted = words.toLowerCase().split(' ');
  // Of several, the one that says least beside it.
  const found = known
    .filter(({ summary }) => wanted.every((word) => summary.toLowerCase().includes(word)))
    .sort((a, b) => a.summary.length - b.summary.length);
  const { action, tool } = must(found[0], `an action of which the description says: ${words}`);
  const described = await call(tool, { action: 'describe', resource: action });
  // Where a collection has the same name.
  const { input } = (described['calledAsAction'] ?? described) as Body;
  const { properties, required = [] } = input as { properties: Body; required?: readonly string[] };
  expect(Object.keys(properties), action).toEqual(expect.arrayContaining(Object.keys(data)));
  const defaults = Object.keys(properties).filter((name) => 'default' in (properties[name] as Body));
  expect([...Object.keys(data), ...defaults], action).toEqual(expect.arrayContaining([...required]));
  return dataOf(await call(tool, { action, data }));
}

/** With 3 tracks, 24 sessions and 2 ticket types. */
async function publish(known: Awaited<ReturnType<typeof knownActions>>) {
  const begins = Date.now() - 60 * minuteMs;
  const at = (minutes: number) => new Date(begins + minutes * minuteMs).toISOString();
  const made = await act(known, 'create an event ticket types gates', {
    ...{ name: 'Agents’ Days', type: 'conference', status: 'draft', startsAt: at(0), endsAt: at(600) },
    tickets: [
      { id: 'day', name: 'Day', price: 120, currency: 'EUR', quantity: 100 },
      { id: 'vip', name: 'VIP', price: 480, currency: 'EUR', quantity: 10 },
    ],
    gates: [{ id: 'main', name: 'Main entrance' }],
  });
  const eventId = text(made['id']);

  const tracks = ['Data', 'Design', 'Harbours'];
  for (const name of tracks) await act(known, 'add a track', { eventId, name });
  for (let n = 0; n < 24; n += 1) {
    const track = tracks[n % 3] ?? '';
    const slot = Math.floor(n / 3) * 60;
    const times = { startsAt: at(slot), endsAt: at(slot + 45) };
    await act(known, 'add a session same time', {
      eventId,
      title: `Talk ${n + 1}`,
      track,
      room: `Room ${track}`,
      ...times,
    });
  }
  const schedule = await act(known, 'the schedule of an event tracks conflicts', { eventId });
  expect([schedule['tracks'], schedule['sessions'], schedule['conflicts']].map((one) => list(one).length)).toEqual([
    3, 24, 0,
  ]);
  expect(await act(known, 'publish a draft registration', { eventId })).not.toMatchObject({ status: 'draft' });
  return { eventId, gateId: text(list(made['gates'])[0]?.['id']) };
}

test(
  'an empty tenant becomes a conference with a drawn prize',
  async () => {
    const known = await knownActions();
    // The tenant is empty.
    expect((await act(known, 'list events status', {}))['events']).toEqual([]);
    const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(prompts).toEqual(expect.arrayContaining(['plan_schedule', 'introduce_people', 'run_prize_draw']));
    const { messages } = await client.getPrompt({ name: 'plan_schedule', arguments: { event: 'Days', program: 'x' } });
    // What a prompt names is there.
    for (const [, named = ''] of JSON.stringify(messages).matchAll(/\\"([a-z]+_[a-z_]+)\\"/g))
      expect(known.map(({ action }) => action)).toContain(named);

    const { eventId, gateId } = await publish(known);

    const people: string[] = [];
    for (const [name, ticketType] of [
      ['Ada', 'day'],
      ['Bo', 'vip'],
    ] as const) {
      const attendee = { name, email: `${name.toLowerCase()}@example.org`, company: 'Quay' };
      const sold = await act(known, 'register an attendee holds a seat', { eventId, ticketType, attendee });
      const registrationId = text(sold['id']);
      await act(known, 'payment succeed test processor', { registrationId, outcome: 'succeeded' });
      const ask = () => act(known, 'read a registration payment refund ticket code', { eventId, registrationId });
      await expect.poll(async () => (await ask())['status'], { timeout: 30_000 }).toBe('confirmed');
      const { qrCode } = (await ask())['ticket'] as Body;
      expect(await act(known, 'check a ticket code at a gate', { eventId, qrCode, gateId })).toMatchObject({
        success: true,
      });
      people.push(registrationId);
    }
    const [ada = '', bo = ''] = people;
    const standing = await act(known, 'read an event ticket types', { eventId });
    expect(standing).toMatchObject({ type: 'conference', status: 'live' });
    expect(list(standing['tickets']).map(({ id }) => id)).toEqual(['day', 'vip']);
    const figures = await act(known, 'how many people checked in inside', { eventId });
    expect(figures).toMatchObject({ checkedIn: 2, conflicts: 0 });

    const about = { interests: ['AI', 'Climate'], skills: ['Python'], networkingOptIn: true };
    const [wants, has] = [['Seed funding'], ['AI platform']];
    const write = (registrationId: string, more: Body) =>
      act(known, 'write the networking profile', { eventId, registrationId, ...about, ...more });
    await write(ada, { headline: 'Tools', company: 'Engines', role: 'Founder', lookingFor: wants, offering: has });
    await write(bo, { headline: 'Capital', company: 'Tidal', role: 'Investor', lookingFor: has, offering: wants });
    for (const registrationId of people) {
      const { matches } = await act(known, 'should meet', { eventId, registrationId });
      const [best] = list(matches);
      expect(best?.['reasons']).not.toEqual([]);
      await act(known, 'accept a match', { eventId, registrationId, matchId: best?.['id'] });
    }
    const [met] = list((await act(known, 'should meet', { eventId, registrationId: ada }))['matches']);
    expect(met).toMatchObject({ status: 'mutual', contact: { email: 'bo@example.org' } });

    const draw = await act(known, 'announce a prize draw', { eventId, name: 'A bicycle', badgeRarities: ['common'] });
    expect(draw['commit']).toMatch(/^[0-9a-f]{64}$/);
    const step = { eventId, drawId: draw['id'] };
    await act(known, 'open a prize draw published', step);
    // No common badge enters draws: the refusal says which setting changes that.
    const refused = await act(known, 'freeze the entrants hash', step).then(
      () => '',
      (fault: unknown) => String(fault),
    );
    expect(refused).toContain('draw_no_entrants');
    expect(refused).toContain('gamification.badges');
    const { badges } = await act(known, 'badges of an event who should hold', { eventId });
    const held = list(badges).find(({ holders }) => Number(holders) > 0);
    const setting = { badges: { [text(held?.['id'])]: { prizeDraw: true } } };
    await act(known, 'change an event ticket types and gates', { eventId, gamification: setting });
    const frozen = await act(known, 'freeze the entrants hash', step);
    expect(list(frozen['entrants']).length).toBeGreaterThan(0);
    const drawn = await act(known, 'reveal the seed', step);
    expect(people).toContain(list(drawn['winners'])[0]?.['registrationId']);
    const seed = text(drawn['seed']);
    expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(draw['commit']);
  },
  limitMs,
);
