/** `events.group`: the people of one group, and which of them are checked in. */

import { ok } from '#shared/base/result.ts';
import { getGroup } from '#shared/modules/events/admission-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf, ticketTypesOf } from '../records.ts';

/** People of one order or party that are shown. */
const groupMax = 500;

export const getGroupAction = action(getGroup, async (reader, input) => {
  const event = await eventOf(reader, input.eventId);
  if (!event.ok) return event;
  const members = await reader.find(registrations, {
    where: where({ event: input.eventId, group: input.group }),
    sort: [{ path: 'name', direction: 'asc' }],
    limit: groupMax,
  });
  if (members.length === 0) return refuseWith('registration_not_found', { path: 'group' });
  const types = await ticketTypesOf(reader, input.eventId);
  return ok({
    group: input.group,
    members: members.map(({ id, name, company, status, ticketType, checkedInAt, attentionNote }) => {
      const type = types.find((one) => one.id === ticketType)?.key ?? null;
      return { id, name, company, status, ticketType: type, checkedInAt, attentionNote };
    }),
  });
});
