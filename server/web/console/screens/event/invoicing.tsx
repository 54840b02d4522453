/** The form for the seller's details on invoices. */

import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { countryOrNull, textOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

const texts = ['sellerName', 'email', 'taxId', 'vatId', 'prefix', 'footer'] as const;
const addressTexts = ['line1', 'line2', 'postalCode', 'city', 'country'] as const;
type Text = (typeof texts)[number] | (typeof addressTexts)[number];

function draftOf({ invoicing }: EventRecord) {
  const own = texts.map((name) => [name, invoicing?.[name] ?? '']);
  const address = addressTexts.map((name) => [name, invoicing?.address?.[name] ?? '']);
  return {
    enabled: invoicing?.enabled === true,
    ...(Object.fromEntries([...own, ...address]) as Record<Text, string>),
  };
}

function valuesOf({ enabled, ...draft }: ReturnType<typeof draftOf>): Partial<EventRecord> {
  const values = (names: readonly Text[]) => Object.fromEntries(names.map((name) => [name, textOrNull(draft[name])]));
  const address = { ...values(addressTexts), country: countryOrNull(draft.country, 'country') };
  return { invoicing: { enabled, ...values(texts), address } };
}

export function InvoicingPage({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title={t('invoices')}
      collection="events"
      labels={{ invoicing: t('invoices') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('issue_invoices')}
            name="enabled"
            hint={t('each_paid_order_gets_an_invoice')}
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <TextRow
            label={t('seller')}
            name="sellerName"
            hint={t('your_name_or_company')}
            value={value.sellerName}
            onChange={(sellerName) => set({ sellerName })}
          />
          <TextRow label={t('street')} name="line1" value={value.line1} onChange={(line1) => set({ line1 })} />
          <TextRow
            label={t('more_of_the_address_optional')}
            name="line2"
            value={value.line2}
            onChange={(line2) => set({ line2 })}
          />
          <div className="fields">
            <TextRow
              label={t('postal_code')}
              name="postalCode"
              value={value.postalCode}
              onChange={(postalCode) => set({ postalCode })}
            />
            <TextRow label={t('city')} name="city" value={value.city} onChange={(city) => set({ city })} />
            <TextRow
              label={t('country')}
              name="country"
              isCode
              hint={t('two_letters_e_g_de')}
              value={value.country}
              onChange={(country) => set({ country })}
            />
          </div>
          <TextRow
            label={t('email')}
            name="email"
            type="email"
            value={value.email}
            onChange={(email) => set({ email })}
          />
          <div className="fields">
            <TextRow label={t('tax_number')} name="taxId" value={value.taxId} onChange={(taxId) => set({ taxId })} />
            <TextRow label={t('vat_number')} name="vatId" value={value.vatId} onChange={(vatId) => set({ vatId })} />
            <TextRow
              label={t('number_prefix')}
              name="prefix"
              isCode
              value={value.prefix}
              onChange={(prefix) => set({ prefix })}
            />
          </div>
          <LongTextRow
            label={t('footer')}
            name="footer"
            hint={t('bank_account_register_entry_terms_of')}
            value={value.footer}
            onChange={(footer) => set({ footer })}
          />
        </>
      )}
    </RecordEdit>
  );
}
