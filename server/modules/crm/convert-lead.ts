/** Converts a lead: uses the company of its name and the contact of its address, or makes them, and makes a deal if asked. */
import type { Values } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { convertLead } from '#shared/modules/crm/actions.ts';
import type { salesLeads } from '#shared/modules/crm/people.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../core/collections/action.ts';
import { answer, needed } from '../common/answer.ts';
import type { Errand, RecordWriter } from '../common/record-writer.ts';

type Lead = RecordOf<typeof salesLeads>;
/** Returns the id of the record that has the values of `key`, or of a new one; null as `key`: always a new one. */
async function knownOrNew(
  writer: RecordWriter,
  errand: Errand,
  collection: string,
  key: Values | null,
  values: Values,
): Promise<Result<string>> {
  const known = key && (await errand.tx.findOne(collection, key));
  if (known) return ok(known.id);
  const made = await writer.create(errand, collection, values);
  return made.ok ? ok(made.value.id) : made;
}

export function convertLeadAction(writer: RecordWriter) {
  return action(convertLead, async (tx, { leadId, dealTitle, dealAmount, currency }, context) => {
    const found = await needed(tx, 'sales_leads', leadId, 'lead');
    if (!found.ok) return found;
    const lead = found.value as unknown as Lead;
    if (lead.status === 'converted')
      return refuse({
        code: 'state_conflict',
        message: 'The lead is already converted.',
        detail: { contact: lead.contact },
      });
    const errand = { tx, context };
    const { companyName, email, name, ownerEmail } = lead;
    const company = companyName
      ? await knownOrNew(writer, errand, 'companies', { name: companyName }, { name: companyName, ownerEmail })
      : ok(null);
    if (!company.ok) return company;
    const { phone, jobTitle } = lead;
    const person = { name, email, phone, jobTitle, ownerEmail, company: company.value, source: 'lead' };
    const contact = await knownOrNew(writer, errand, 'contacts', email ? { email } : null, person);
    if (!contact.ok) return contact;
    const deal = dealTitle
      ? await writer.create(errand, 'deals', {
          title: dealTitle,
          amount: dealAmount,
          currency,
          company: company.value,
          contact: contact.value,
          ownerEmail,
        })
      : ok(null);
    if (!deal.ok) return deal;
    const done = await writer.update(errand, 'sales_leads', leadId, {
      status: 'converted',
      contact: contact.value,
      company: company.value,
      deal: deal.value?.id ?? null,
    });
    return done.ok ? answer(done.value) : done;
  });
}
