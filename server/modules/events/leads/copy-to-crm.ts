/**
 * Leads of an exhibitor as sales leads and contacts of the CRM module, where it is active. A copy is known by the lead it
 * came from, so that a second time updates it; it has contact details only while the visitor shares them.
 */
import { ok } from '#shared/base/result.ts';
import { contacts, salesLeads } from '#shared/modules/crm/people.ts';
import { type LeadRecord, leads } from '#shared/modules/events/lead.ts';
import { copyLeadsToCrm, crmCopiesMax } from '#shared/modules/events/lead-crm-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../../core/collections/action.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import { hasScope } from '../../../core/policy/actor.ts';
import type { Transaction } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { actsFor } from './whose.ts';

const fromEvent = 'event';
const withheld = { email: null, phone: null } as const;
const noteMax = 5_000;
const jobTitleMax = 120;
/** Phone numbers that the CRM accepts; another one is left out. */
const phonePattern = /^[0-9+() ./-]{1,40}$/;

const phoneOf = ({ phone }: LeadRecord) => (phone !== null && phonePattern.test(phone) ? phone : null);

/** Returns the values that a repeated copy updates. The note is left out: once copied, it belongs to the sales team. */
function valuesOf(lead: LeadRecord) {
  const { company, email, name, quality, role } = lead;
  const jobTitle = role?.slice(0, jobTitleMax) ?? null;
  return { name, email, phone: phoneOf(lead), companyName: company, jobTitle, scorePercent: quality };
}

const noteOf = ({ notes }: LeadRecord) =>
  (notes ?? [])
    .map(({ text }) => text)
    .join('\n')
    .slice(0, noteMax) || null;

/** The contact with this address, or a new one; null where the visitor shares none. */
async function contactFor(tx: Transaction, lead: LeadRecord): Promise<RecordOf<typeof contacts> | null> {
  const { email, jobTitle, name, phone } = valuesOf(lead);
  if (!lead.contactShared || email === null || tx.shapeOf(contacts.name) === null) return null;
  const known = await tx.findOne(contacts, { email });
  return known ?? (await tx.create(contacts, { name, email, phone, jobTitle, source: fromEvent }));
}

async function copyLead(tx: Transaction, lead: LeadRecord): Promise<'created' | 'updated' | 'skipped'> {
  if (lead.name === null || lead.state !== 'captured') return 'skipped';
  const known = lead.salesLead === null ? null : await tx.get(salesLeads, lead.salesLead);
  const contact = await contactFor(tx, lead);
  const values = { ...valuesOf(lead), ...(contact && { contact: contact.id }) };
  const copy = known
    ? await tx.update(salesLeads, known.id, values)
    : await tx.create(salesLeads, { ...values, note: noteOf(lead), source: fromEvent });
  // A contact that the organization had before is not this lead's to take back.
  const crmContact = contact?.source === fromEvent ? contact.id : null;
  await tx.update(leads, lead.id, { salesLead: copy.id, crmContact });
  return known ? 'updated' : 'created';
}

export const copyLeadsToCrmAction = action(copyLeadsToCrm, async (tx, input, { actor }) => {
  const who = await actsFor(tx, input, actor);
  if (!who.ok) return who;
  if (tx.shapeOf(salesLeads.name) === null) return refuseWith('crm_inactive');
  if (!hasScope(actor, 'crm:write')) return refuseWith('crm_scope');
  const { after } = input;
  const found = await tx.find(leads, {
    where: where({ exhibitor: who.value.exhibitor.id }),
    limit: crmCopiesMax,
    ...(after && { after: [after] }),
  });
  const counts = { created: 0, updated: 0, skipped: 0 };
  for (const lead of found) counts[await copyLead(tx, lead)] += 1;
  return ok({ ...counts, next: found.length === crmCopiesMax ? (found.at(-1)?.id ?? null) : null });
});

/** Removes the details from the sales lead of a lead that shares none, and from the contact where no other lead shares them. */
async function takeBack(tx: Transaction, id: string): Promise<void> {
  const lead = await tx.get(leads, id);
  if (!lead || lead.contactShared) return;
  const copy = lead.salesLead === null ? null : await tx.get(salesLeads, lead.salesLead);
  if (copy) await tx.update(salesLeads, copy.id, withheld);
  const { crmContact } = lead;
  if (crmContact === null || (await tx.findOne(leads, { crmContact, contactShared: true }))) return;
  if (await tx.get(contacts, crmContact)) await tx.update(contacts, crmContact, withheld);
}

export const followCrmCopies: Follower = {
  name: 'events.lead-crm-copies',
  collections: [leads.name],
  async handle(changes, { commit, reader }) {
    if (reader.shapeOf(salesLeads.name) === null) return;
    const withdrawn = changes
      .filter(({ op, previous }) => op === 'update' && previous?.['contactShared'] === true)
      .map((change) => recordIn(change, leads))
      .filter(({ contactShared, crmContact, salesLead }) => !contactShared && (salesLead ?? crmContact) !== null);
    for (const { id } of withdrawn) throwIfRefused(await commit(async (tx) => ok(await takeBack(tx, id))));
  },
};
