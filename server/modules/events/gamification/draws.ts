/** Prize draws: announced with a commitment, opened, frozen, drawn; each step once, each in one transaction. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { drawOrder, type Entrant, seedBytes } from '#shared/gamification/prize-draw.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { type PrizeDrawRecord, prizeDraws, prizeEntries } from '#shared/modules/events/gamification.ts';
import { createDraw, freezeDraw, listDraws, openDraw, runDraw } from '#shared/modules/events/gamification-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf } from '../records.ts';
import { drawAnswerOf, entriesOf } from './draw-answer.ts';
import {
  beforeFreeze,
  countOfEntrants,
  drawKey,
  entrantsHash,
  entrantsMax,
  entrantsOf,
  hexOf,
  macWith,
  sha256,
} from './draw-rules.ts';
import { checkEnabled, gamificationOf } from './setting.ts';
import { giveNextPrize } from './winners.ts';

const sealPurpose = 'prize-draw';
export const sealedSeeds = { collection: prizeDraws.name, field: 'sealedSeed', purpose: sealPurpose };
/** Draws of one event that one answer lists. */
const listedMax = 100;

const placeIn = ({ tenant }: Pick<Reader, 'tenant'>, id: string) => ({ tenant, collection: prizeDraws.name, id });

function checkDraws(event: EventRecord): Result<null> {
  const setting = gamificationOf(event);
  const enabled = checkEnabled(setting);
  if (!enabled.ok) return enabled;
  return setting.prizeDraws ? ok(null) : refuseWith('draws_disabled');
}

export async function drawOf(reader: Reader, eventId: string, drawId: string): Promise<Result<PrizeDrawRecord>> {
  const draw = await reader.get(prizeDraws, drawId);
  return draw?.event === eventId ? ok(draw) : refuseWith('draw_not_found', { path: 'drawId' });
}

/** Returns the draw; refuses with `draw_state_fixed` where it is in none of these states. */
export async function drawIn(
  reader: Reader,
  eventId: string,
  drawId: string,
  states: readonly PrizeDrawRecord['state'][],
): Promise<Result<PrizeDrawRecord>> {
  const draw = await drawOf(reader, eventId, drawId);
  if (!draw.ok || states.includes(draw.value.state)) return draw;
  return refuseWith('draw_state_fixed', { detail: { state: draw.value.state, needed: states } });
}

/** Returns the public value of a draw: the number of people checked in at the freeze, which the event's board shows. */
async function checkinsValue(reader: Reader, event: string): Promise<string> {
  const came: Condition = { kind: 'field', path: 'checkedInAt', op: 'exists', value: true };
  const count = await reader.count(registrations, {
    kind: 'and',
    of: [{ kind: 'field', path: 'event', op: 'equals', value: event }, came],
  });
  return `check-ins: ${count}`;
}

async function freeze(tx: Transaction, event: EventRecord, draw: PrizeDrawRecord): Promise<Result<PrizeDrawRecord>> {
  const entrants = await entrantsOf(tx, event, draw);
  if (entrants === null) return refuseWith('draw_too_large', { detail: { max: entrantsMax } });
  if (entrants.length === 0) return refuseWith('draw_no_entrants');
  for (const { id, weight } of entrants)
    await tx.create(prizeEntries, { event: event.id, draw: draw.id, registration: id, weight, state: 'entered' });
  const frozen = await tx.update(prizeDraws, draw.id, {
    state: 'frozen',
    frozenAt: tx.now,
    entrants: entrants.length,
    entrantsHash: entrantsHash(entrants),
    ...(draw.publicSource === 'checkins' && { publicValue: await checkinsValue(tx, event.id) }),
  });
  return ok(frozen);
}

function checkPublicValue({ publicSource }: PrizeDrawRecord, given: string | null): Result<null> {
  const path = 'publicValue';
  if (publicSource === 'announced') return given === null ? refuseWith('public_value_missing', { path }) : ok(null);
  return given === null ? ok(null) : refuseWith('public_value_not_used', { path });
}

async function draw(tx: Transaction, frozen: PrizeDrawRecord, given: string | null, ports: EventsPorts) {
  const seed = must(
    ports.open(sealPurpose, frozen.sealedSeed, placeIn(tx, frozen.id)),
    'a seed that this server sealed',
  );
  const publicValue = given ?? frozen.publicValue;
  const entries = await entriesOf(tx, frozen.id);
  const entrants: readonly Entrant[] = entries.map(({ registration, weight }) => ({ id: registration, weight }));
  const order = drawOrder(entrants, macWith(drawKey(seed, publicValue), frozen.id));
  const byPerson = new Map(entries.map((entry) => [entry.registration, entry.id]));
  for (const [at, { id, score }] of order.entries())
    await tx.update(prizeEntries, must(byPerson.get(id), 'an entrant'), { place: at + 1, score });
  const drawn = await tx.update(prizeDraws, frozen.id, {
    state: 'drawn',
    drawnAt: tx.now,
    seed: hexOf(seed),
    publicValue,
  });
  const until = isoTime(Date.parse(tx.now) + frozen.claimHours * hourMs);
  for (let given = 0; given < Math.min(frozen.prizes, order.length); given += 1) await giveNextPrize(tx, drawn, until);
  return drawn;
}

export function drawActions(ports: EventsPorts) {
  const open = async (reader: Reader, eventId: string) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const allowed = checkDraws(event.value);
    return allowed.ok ? event : allowed;
  };
  return [
    action(listDraws, async (reader, { counted, eventId }) => {
      const event = await open(reader, eventId);
      if (!event.ok) return event;
      const found = await reader.find(prizeDraws, {
        where: where({ event: eventId }),
        sort: [{ path: 'createdAt', direction: 'desc' }],
        limit: listedMax,
      });
      const count = counted ? countOfEntrants(reader, event.value) : async () => null;
      const draws = [];
      for (const one of found)
        draws.push({ ...(await drawAnswerOf(reader, one, ports)), wouldEnter: await count(one) });
      return ok({ draws });
    }),
    action(createDraw, async (tx, input, { newId }) => {
      const event = await open(tx, input.eventId);
      if (!event.ok) return event;
      const { badgeRarities, claimHours, drawsAt, name, prizes, publicNote, publicSource } = input;
      if (publicSource === 'announced' && !publicNote) return refuseWith('public_note_missing', { path: 'publicNote' });
      const seed = ports.randomBytes(seedBytes);
      const id = newId();
      const values = {
        event: input.eventId,
        name,
        badgeRarities: badgeRarities?.length ? badgeRarities : ['rare', 'legendary'],
        drawsAt: drawsAt ?? null,
        prizes,
        claimHours,
        publicSource,
        publicNote: publicNote ?? null,
        state: 'scheduled',
        commit: sha256(seed),
        sealedSeed: ports.seal(sealPurpose, seed, placeIn(tx, id)),
      };
      return ok(await drawAnswerOf(tx, await tx.create(prizeDraws, values, id), ports));
    }),
    action(openDraw, async (tx, { drawId, eventId }) => {
      const found = await drawIn(tx, eventId, drawId, ['scheduled']);
      if (!found.ok) return found;
      const opened = await tx.update(prizeDraws, drawId, { state: 'open', openedAt: tx.now });
      return ok(await drawAnswerOf(tx, opened, ports));
    }),
    action(freezeDraw, async (tx, { drawId, eventId }) => {
      const event = await open(tx, eventId);
      if (!event.ok) return event;
      const found = await drawIn(tx, eventId, drawId, beforeFreeze);
      if (!found.ok) return found;
      const frozen = await freeze(tx, event.value, found.value);
      return frozen.ok ? ok(await drawAnswerOf(tx, frozen.value, ports)) : frozen;
    }),
    action(runDraw, async (tx, { drawId, eventId, publicValue }) => {
      const event = await open(tx, eventId);
      if (!event.ok) return event;
      const found = await drawIn(tx, eventId, drawId, ['frozen']);
      if (!found.ok) return found;
      const given = publicValue ?? null;
      const allowed = checkPublicValue(found.value, given);
      if (!allowed.ok) return allowed;
      return ok(await drawAnswerOf(tx, await draw(tx, found.value, given, ports), ports));
    }),
  ];
}
