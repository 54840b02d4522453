/** `events.capture_lead`, `update_lead`, `leads` and `lead_history`. */
import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { countMax, dwellMax } from '#shared/leads/edit.ts';
import { historyOf, leadOf } from '#shared/leads/lead-of.ts';
import { leads } from '#shared/modules/events/lead.ts';
import { captureLead, leadHistory, listLeads, updateLead } from '#shared/modules/events/lead-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { ActionAnswer, action } from '../../../core/collections/action.ts';
import { hasScope } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { checkExhibits, eventOf, registrationOf } from '../records.ts';
import { editsOfLead } from './fold-lead.ts';
import { actsFor, leadFor } from './whose.ts';
import { editsOfFields, steps, untag, writeEdits } from './write-edits.ts';

interface Visitor {
  readonly eventId: string;
  readonly qrCode?: string | null | undefined;
  readonly registrationId?: string | null | undefined;
}

/** Returns the visitor at the booth: a confirmed attendee, by the badge or by the id. */
async function visitorOf(reader: Reader, asked: Visitor): Promise<Result<RegistrationRecord>> {
  const { eventId, qrCode, registrationId } = asked;
  if (typeof qrCode === typeof registrationId) return refuseWith('badge_missing', { path: 'qrCode' });
  if (registrationId) {
    const found = await registrationOf(reader, eventId, registrationId);
    if (found.ok && (found.value.badgeCode === null || found.value.status !== 'confirmed'))
      return refuseWith('registration_not_confirmed', { path: 'registrationId' });
    return found;
  }
  const found = await reader.findOne(registrations, { badgeCode: String(qrCode) });
  const isHere = found?.event === eventId && found.status === 'confirmed';
  return isHere ? ok(found) : refuseWith('badge_unknown', { path: 'qrCode' });
}

export const captureLeadAction = action(captureLead, async (tx, input, { actor }) => {
  const who = await actsFor(tx, input, actor);
  if (!who.ok) return who;
  const { exhibitor } = who.value;
  const exhibiting = checkExhibits(exhibitor);
  if (!exhibiting.ok) return exhibiting;
  const visitor = await visitorOf(tx, input);
  if (!visitor.ok) return visitor;
  const known = await tx.findOne(leads, { exhibitor: exhibitor.id, registration: visitor.value.id });
  if (visitor.value.contactSharing === 'declined' && known === null) return refuseWith('contact_sharing_declined');
  const lead = await writeEdits(tx, who.value, visitor.value, [
    ['captured', null],
    ...steps('dwell', input.dwellSeconds ?? 0, dwellMax),
    ...steps('questions', input.questionsAsked ?? 0, countMax),
    ...steps('literature', input.literatureTaken ?? 0, countMax),
    ...editsOfFields(input),
  ]);
  return lead.ok ? ok(new ActionAnswer(lead.value, known === null ? 201 : 200)) : lead;
});

export const updateLeadAction = action(updateLead, async (tx, input, { actor }) => {
  const found = await leadFor(tx, input, actor);
  if (!found.ok) return found;
  const { lead } = found.value;
  const edits = await editsOfLead(tx, lead);
  const now = leadOf(edits);
  const { undo } = input;
  if (undo && !(isId(undo) && edits.has(undo)))
    return refuseWith('lead_edit_invalid', { message: 'The lead has no edit with this ID.', path: 'undo' });
  const to = (value: number | null | undefined, is: number) => (value ?? is) - is;
  const said = [
    ...steps('dwell', to(input.dwellSeconds, now.dwellSeconds), dwellMax),
    ...steps('questions', to(input.questionsAsked, now.questionsAsked), countMax),
    ...steps('literature', to(input.literatureTaken, now.literatureTaken), countMax),
    ...untag(now, input.removeTags ?? []),
    ...editsOfFields(input),
    ...(undo ? [['undo', { edit: undo }] as const] : []),
  ];
  return writeEdits(tx, found.value, { id: lead.registration, badgeCode: lead.badge }, said);
});

const leadsMax = 200;

/** Returns leads by id, or the best of an exhibitor or event; over HTTP the list is paged and filtered as the collection. */
export const listLeadsAction = action(listLeads, async (reader, input, { actor }) => {
  const { eventId, exhibitorId, ids } = input;
  if (exhibitorId) {
    const who = await actsFor(reader, { ...input, exhibitorId }, actor, 'events:read');
    if (!who.ok) return who;
  } else {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    if (input.secret || !hasScope(actor, 'events:read')) return refuseWith('exhibitor_scope');
  }
  const held = where({ event: eventId, ...(exhibitorId && { exhibitor: exhibitorId }) });
  const chosen = ids ? { kind: 'field' as const, path: 'id', op: 'in' as const, value: ids.filter(isId) } : null;
  const found = await reader.find(leads, {
    where: chosen ? { kind: 'and', of: [held, chosen] } : held,
    sort: [{ path: 'quality', direction: 'desc' }],
    limit: leadsMax,
  });
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  const shown = ids ? ids.flatMap((id) => byId.get(id) ?? []) : found;
  const meta = { limit: leadsMax, hasMore: false, nextCursor: null, total: shown.length };
  return ok({ leads: shown, data: shown, meta });
});

export const leadHistoryAction = action(leadHistory, async (reader, input, { actor }) => {
  const found = await leadFor(reader, input, actor, 'events:read');
  if (!found.ok) return found;
  const history = historyOf(await editsOfLead(reader, found.value.lead));
  return ok({
    history: history.map(({ edit: { at, by, device, id, kind, value }, standing }) => ({
      ...{ edit: id, at, by, device, kind, value },
      standing,
    })),
  });
});
