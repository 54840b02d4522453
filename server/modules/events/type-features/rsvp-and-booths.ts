/** Small facts of attendees: whether they will come, and which booths they visited. */
import { ok } from '#shared/base/result.ts';
import { exhibitors } from '#shared/modules/events/exhibitor.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { answerRsvp, createExhibitor, visitBooth } from '#shared/modules/events/type-feature-actions.ts';
import { boothVisits, rsvps } from '#shared/modules/events/type-features.ts';
import { action } from '../../../core/collections/action.ts';
import { attendeeOf, checkValid } from '../attendee.ts';
import { checkExhibits, eventOf, registrationOf } from '../records.ts';
import { eventWith } from './features.ts';

/** Maximum of the sum of a person's visits to one booth, in seconds: more than a whole fair. */
const dwellMax = 1_000_000;

export const answerRsvpAction = action(answerRsvp, async (tx, input, { actor }) => {
  const event = await eventWith(tx, input.eventId, 'rsvp');
  if (!event.ok) return event;
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const valid = checkValid(registration.value);
  if (!valid.ok) return valid;
  const { answer } = input;
  const known = await tx.findOne(rsvps, { registration: registration.value.id });
  // The same answer again changes nothing, the time of the answer included.
  const rsvp =
    known?.answer === answer
      ? known
      : known
        ? await tx.update(rsvps, known.id, { answer, answeredAt: tx.now })
        : await tx.create(rsvps, {
            event: input.eventId,
            registration: registration.value.id,
            answer,
            answeredAt: tx.now,
          });
  return ok({ registrationId: registration.value.id, answer: rsvp.answer, answeredAt: rsvp.answeredAt });
});

export const createExhibitorAction = action(createExhibitor, async (tx, { booth, eventId, name }) => {
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  const exhibitor = await tx.create(exhibitors, { event: eventId, name, booth: booth ?? null });
  return ok({ id: exhibitor.id, name: exhibitor.name, booth: exhibitor.booth });
});

export const visitBoothAction = action(visitBooth, async (tx, input) => {
  const event = await eventWith(tx, input.eventId, 'booths');
  if (!event.ok) return event;
  const exhibitor = await tx.get(exhibitors, input.exhibitorId);
  if (exhibitor?.event !== input.eventId) return refuseWith('exhibitor_not_found', { path: 'exhibitorId' });
  const exhibiting = checkExhibits(exhibitor);
  if (!exhibiting.ok) return exhibiting;
  const registration = await registrationOf(tx, input.eventId, input.registrationId);
  if (!registration.ok) return registration;
  const valid = checkValid(registration.value);
  if (!valid.ok) return valid;
  const whose = { exhibitor: exhibitor.id, registration: registration.value.id };
  const known = await tx.findOne(boothVisits, whose);
  const dwell = input.dwellSeconds ?? 0;
  const visit = known
    ? await tx.update(boothVisits, known.id, {
        visits: known.visits + 1,
        dwellSeconds: Math.min(dwellMax, known.dwellSeconds + dwell),
        lastAt: tx.now,
      })
    : await tx.create(boothVisits, {
        event: input.eventId,
        ...whose,
        visits: 1,
        dwellSeconds: dwell,
        firstAt: tx.now,
        lastAt: tx.now,
      });
  const { dwellSeconds, id, visits } = visit;
  return ok({
    visit: { id, exhibitorId: exhibitor.id, registrationId: registration.value.id, visits, dwellSeconds },
  });
});
