/** Edits that the server makes of what was sent to an action: the same rows as a device pushes. */
import { ok, type Result } from '#shared/base/result.ts';
import { type LeadEditKind, type LeadEditValues, leadEditValue } from '#shared/leads/edit.ts';
import type { Lead } from '#shared/leads/lead-of.ts';
import type { ExhibitorRecord } from '#shared/modules/events/exhibitor.ts';
import { type LeadRecord, leadEdits, leadEditsMax } from '#shared/modules/events/lead.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { editsOfLead, foldLead } from './fold-lead.ts';
import type { ForExhibitor } from './whose.ts';

export type Said = readonly [kind: LeadEditKind, value: unknown];

/** Input fields of an action, without the counters, whose meaning differs by action. */
export interface SaidFields {
  readonly notes?: string | null | undefined;
  readonly rating?: number | null | undefined;
  readonly followUp?: string | null | undefined;
  readonly demoScheduled?: boolean | null | undefined;
  readonly businessCardScanned?: boolean | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly answers?: unknown;
  readonly consent?: boolean | null | undefined;
}

/** An input that was left out is null. */
const given = (kind: LeadEditKind, value: unknown): readonly Said[] =>
  value === undefined || value === null ? [] : [[kind, value]];

export function editsOfFields(fields: SaidFields): readonly Said[] {
  return [
    ...given('rating', fields.rating),
    ...given('follow_up', fields.followUp),
    ...given('demo', fields.demoScheduled),
    ...given('card', fields.businessCardScanned),
    ...(fields.tags ?? []).flatMap((tag) => given('tag', tag)),
    ...Object.entries(fields.answers ?? {}).map(([question, answer]): Said => ['answer', { question, answer }]),
    ...given('consent', fields.consent),
    ...given('note', fields.notes),
  ];
}

/** A counter's step; large ones are written as several edits, each within its bound. */
export function steps(kind: LeadEditKind, by: number, max: number): readonly Said[] {
  const edits: Said[] = [];
  for (let left = by; left !== 0; ) {
    const step = Math.sign(left) * Math.min(Math.abs(left), max);
    edits.push([kind, step]);
    left -= step;
  }
  return edits;
}

/** Returns the edit that removes tags of the lead: another device's tag of the same name, made meanwhile, stays. */
export function untag(lead: Pick<Lead, 'tags'>, names: readonly string[]): readonly Said[] {
  const edits = lead.tags.filter(({ tag }) => names.includes(tag)).flatMap((tag) => tag.edits);
  return edits.length === 0 ? [] : [['untag', edits]];
}

/**
 * An answer is to a question that the exhibitor asks now. A device is not held to this (`lead-edit-rule.ts`): the
 * question may have gone while it was offline, and what was typed at the booth is kept.
 */
function answersOwnQuestion({ questions }: ExhibitorRecord, { question }: LeadEditValues['answer']): Result<null> {
  const keys = (questions ?? []).map(({ key }) => key);
  if (keys.includes(question)) return ok(null);
  const asked = keys.length === 0 ? 'It asks none.' : `Its questions: ${keys.join(', ')}.`;
  const message = `The exhibitor has no question with the key ${question}. ${asked}`;
  return refuseWith('lead_edit_invalid', { message, path: 'answers' });
}

/** Writes them all, or none; answers the lead as it is then. */
export async function writeEdits(
  tx: Transaction,
  who: ForExhibitor,
  registration: Pick<RegistrationRecord, 'id' | 'badgeCode'>,
  said: readonly Said[],
): Promise<Result<LeadRecord>> {
  const { by, device, exhibitor } = who;
  const key = { event: exhibitor.event, exhibitor: exhibitor.id, registration: registration.id };
  const known = await editsOfLead(tx, key);
  if (known.size + said.length > leadEditsMax) return refuseWith('lead_full');
  for (const [kind, raw] of said) {
    const value = leadEditValue(kind, raw);
    if (!value.ok) return value;
    const asked = kind === 'answer' ? answersOwnQuestion(exhibitor, value.value as LeadEditValues['answer']) : ok(null);
    if (!asked.ok) return asked;
    const made = { badge: registration.badgeCode ?? registration.id, device, at: tx.now, by };
    await tx.create(leadEdits, { ...key, ...made, kind, value: value.value });
  }
  const lead = await foldLead(tx, key);
  return lead ? ok(lead) : refuseWith('lead_not_found', { path: 'leadId' });
}
