/** `events.create`: the event, its ticket types, lists and gates, and what they need (event-ground.ts), in one transaction. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { createEvent } from '#shared/modules/events/actions.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { mayCost } from '#shared/modules/events/price-steps.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { type ActionContext, preparedAction } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { canCharge } from '../payments/can-charge.ts';
import { paymentSettingOf } from '../payments/charge-terms.ts';
import type { EventsPorts } from '../ports.ts';
import { checkGates, checkLists, declareGates, declareLists, declareTicketTypes } from './declare.ts';
import { readEventAnswer } from './event-answer.ts';
import { layGround } from './event-ground.ts';
import { ticketTypeValues } from './ticket-type-values.ts';

export interface EventScene {
  readonly writes: ActionContext['writes'];
  readonly sandbox: boolean;
  readonly ports: EventsPorts;
}

/** @param input as `events.create` takes it, validated */
export async function makeEvent(
  tx: Transaction,
  input: InputOf<(typeof createEvent)['input']>,
  { writes, sandbox, ports }: EventScene,
): Promise<Result<EventRecord>> {
  const { tickets, gates, lists, ...given } = input;
  const timezone = given.timezone ?? 'UTC';
  const types = ticketTypeValues(tickets ?? []);
  if (!types.ok) return types;
  const good = checkGates(gates ?? [], new Set(types.value.map((type) => type.key)));
  if (!good.ok) return good;
  const counted = checkLists(lists ?? []);
  if (!counted.ok) return counted;

  const made = await must(writes, 'checked writes').create(tx, events, { ...given, timezone });
  if (!made.ok) return made;
  const event = made.value;
  const asksForMoney = (tickets ?? []).some(mayCost) && paymentSettingOf(event).enabled;
  const may = asksForMoney && event.status !== 'draft' ? await canCharge(tx, event, sandbox, ports) : ok(null);
  if (!may.ok) return may;
  await layGround(tx, event, ports);
  await declareTicketTypes(tx, event.id, types.value);
  await declareLists(tx, event.id, lists ?? []);
  await declareGates(tx, event.id, gates ?? []);
  return ok(event);
}

export function createEventAction(ports: EventsPorts) {
  return preparedAction(createEvent, asksSandbox(ports), async (tx, input, { clock, writes }, sandbox) => {
    const made = await makeEvent(tx, input, { writes, sandbox, ports });
    return made.ok ? ok(await readEventAnswer(tx, made.value, clock())) : made;
  });
}
