/** Checks that a caller may act for an exhibitor: a program with the scope, or a member with the secret of their page. */
import { ok, type Result } from '#shared/base/result.ts';
import {
  type ExhibitorMemberRecord,
  type ExhibitorRecord,
  exhibitorMembers,
  exhibitors,
} from '#shared/modules/events/exhibitor.ts';
import { type LeadRecord, leads } from '#shared/modules/events/lead.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type Actor, hasScope } from '../../../core/policy/actor.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';

export interface ForExhibitor {
  readonly exhibitor: ExhibitorRecord;
  /** Null: a program of the organizer. */
  readonly member: ExhibitorMemberRecord | null;
  /** Author of an edit, as edits name it: `member:…`, or the kind and id of the actor. */
  readonly device: string;
  /** Name or address of the member; null: a program. */
  readonly by: string | null;
}

interface Asked {
  readonly eventId: string;
  readonly secret?: string | null | undefined;
}

/** @returns null where no member has the secret, or it was revoked */
export async function memberOf(reader: Reader, secret: string): Promise<ExhibitorMemberRecord | null> {
  const member = secret === '' ? null : await reader.findOne(exhibitorMembers, { pageSecret: secret });
  return member?.revokedAt === null ? member : null;
}

/** @returns `exhibitor_scope` for a secret of another exhibitor: whether the asked one exists is not said */
export async function actsFor(
  reader: Reader,
  asked: Asked & { readonly exhibitorId: string },
  actor: Actor,
  scope: 'events:read' | 'events:write' = 'events:write',
): Promise<Result<ForExhibitor>> {
  const { eventId, exhibitorId, secret } = asked;
  const event = await eventOf(reader, eventId);
  if (!event.ok) return event;
  const isMember = secret !== undefined && secret !== null;
  const member = isMember ? await memberOf(reader, secret) : null;
  if (isMember ? member?.exhibitor !== exhibitorId : !hasScope(actor, scope)) return refuseWith('exhibitor_scope');
  const exhibitor = await reader.get(exhibitors, exhibitorId);
  if (exhibitor?.event !== eventId) return refuseWith('exhibitor_not_found', { path: 'exhibitorId' });
  const device = member ? `member:${member.id}` : `${actor.kind}:${actor.id}`;
  return ok({ exhibitor, member, device: device.slice(0, 80), by: member ? (member.name ?? member.email) : null });
}

/** Refuses with `lead_not_found` also a lead of another exhibitor than that of the secret. */
export async function leadFor(
  reader: Reader,
  asked: Asked & { readonly leadId: string },
  actor: Actor,
  scope: 'events:read' | 'events:write' = 'events:write',
): Promise<Result<ForExhibitor & { readonly lead: LeadRecord }>> {
  const lead = await reader.get(leads, asked.leadId);
  if (lead?.event !== asked.eventId) return refuseWith('lead_not_found', { path: 'leadId' });
  const who = await actsFor(reader, { ...asked, exhibitorId: lead.exhibitor }, actor, scope);
  if (who.ok) return ok({ ...who.value, lead });
  return asked.secret === undefined || asked.secret === null ? who : refuseWith('lead_not_found', { path: 'leadId' });
}
