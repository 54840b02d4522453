/** Finds free slots, and books one. The `no-overlap` rule of appointments, not this file, prevents overlaps. */
import { must } from '#shared/base/assert.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { isoTime, minuteMs, parseTime } from '#shared/base/time.ts';
import { zonedInput } from '#shared/base/zoned-input.ts';
import { bookSlot, freeSlots } from '#shared/modules/bookings/actions.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import type { Reader } from '../../store/contract.ts';
import { answer, answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';
import { freeOf, openSpans, type Resource, type Service, type Span, slotsOf, takenSpans } from './slots.ts';

async function bookable(
  reader: Reader,
  serviceId: string,
  resourceId: string,
): Promise<Result<{ service: Service; resource: Resource }>> {
  const service = await needed(reader, 'bookable_services', serviceId, 'service');
  if (!service.ok) return service;
  const resource = await needed(reader, 'bookable_resources', resourceId, 'resource');
  if (!resource.ok) return resource;
  const pair = { service: service.value as unknown as Service, resource: resource.value as unknown as Resource };
  const serves = pair.resource.services === null || pair.resource.services.includes(serviceId);
  if (pair.service.active && pair.resource.active && serves) return ok(pair);
  return refuse({ code: 'not_bookable', message: `${pair.service.name} cannot be booked with ${pair.resource.name}.` });
}

export function bookingActions(writer: RecordWriter): readonly ModuleAction[] {
  const free = action(freeSlots, async (reader, { service: serviceId, resource: resourceId, day }, context) => {
    const found = await bookable(reader, serviceId, resourceId);
    if (!found.ok) return found;
    if (parseTime(day) === null)
      return refuse({ code: 'invalid_date', message: `The day ${day} does not exist.`, path: 'day' });
    const { service, resource } = found.value;
    const open = await openSpans(reader, resource, day);
    const [first, last] = [open[0], open.at(-1)];
    const whole: Span | null = first && last ? { startMs: first.startMs, endMs: last.endMs } : null;
    const taken = whole ? await takenSpans(reader, resourceId, whole) : [];
    const slots = freeOf(service, open, taken, context.clock());
    return answer(slots.map(({ startMs, endMs }) => ({ startsAt: isoTime(startMs), endsAt: isoTime(endMs) })));
  });

  const book = action(bookSlot, async (tx, { service: serviceId, resource: resourceId, startsAt, ...who }, context) => {
    const found = await bookable(tx, serviceId, resourceId);
    if (!found.ok) return found;
    const { service, resource } = found.value;
    const startMs = must(parseTime(startsAt), 'a checked time');
    const endMs = startMs + service.durationMinutes * minuteMs;
    const day = zonedInput(startMs, resource.timezone).slice(0, 10);
    const open = await openSpans(tx, resource, day);
    if (!open.some((span) => span.startMs <= startMs && endMs <= span.endMs))
      return refuse({
        code: 'outside_opening_hours',
        message: `${resource.name} is not open then. Request the free slots of the day.`,
        path: 'startsAt',
        detail: { open: open.map((span) => ({ from: isoTime(span.startMs), to: isoTime(span.endMs) })) },
      });
    if (!slotsOf(service, open, context.clock()).some((slot) => slot.startMs === startMs))
      return refuse({
        code: 'slot_unknown',
        message: `No slot of ${service.name} begins then, or it has already begun. Request the free slots of the day.`,
        path: 'startsAt',
      });
    return answerOf(
      await writer.create({ tx, context }, 'appointments', {
        ...who,
        service: serviceId,
        resource: resourceId,
        startsAt,
        endsAt: isoTime(endMs),
        price: service.price,
        currency: service.currency,
      }),
    );
  });

  return [free, book];
}
