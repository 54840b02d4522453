/** What stands on invoices about the seller. */
import { LongTextRow, TextRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { textOrNull } from '../../../parts/form/values.ts';
import { EmptyState } from '../../../parts/states.tsx';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-settings.tsx';

const texts = ['sellerName', 'address', 'taxId', 'vatId', 'prefix', 'footer'] as const;

function draftOf({ invoicing }: EventRecord) {
  const draft = Object.fromEntries(texts.map((name) => [name, invoicing?.[name] ?? '']));
  return { enabled: invoicing?.enabled === true, ...(draft as Record<(typeof texts)[number], string>) };
}

function valuesOf({ enabled, ...draft }: ReturnType<typeof draftOf>): Partial<EventRecord> {
  return { invoicing: { enabled, ...Object.fromEntries(texts.map((name) => [name, textOrNull(draft[name])])) } };
}

export function InvoicingPage({ record, mayWrite }: EventSectionProps) {
  if (!('invoicing' in record)) return <EmptyState>This server does not issue invoices.</EmptyState>;
  return (
    <RecordEdit
      title="Invoices"
      collection="events"
      labels={{ invoicing: 'Invoices' }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label="Issue invoices"
            name="enabled"
            hint="Each paid order gets an invoice as PDF, with numbers that have no gaps."
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <TextRow
            label="Seller"
            name="sellerName"
            hint="Your name or company."
            value={value.sellerName}
            onChange={(sellerName) => set({ sellerName })}
          />
          <LongTextRow label="Address" name="address" value={value.address} onChange={(address) => set({ address })} />
          <div className="fields">
            <TextRow label="Tax number" name="taxId" value={value.taxId} onChange={(taxId) => set({ taxId })} />
            <TextRow label="VAT number" name="vatId" value={value.vatId} onChange={(vatId) => set({ vatId })} />
            <TextRow
              label="Number prefix"
              name="prefix"
              isCode
              value={value.prefix}
              onChange={(prefix) => set({ prefix })}
            />
          </div>
          <LongTextRow
            label="Footer"
            name="footer"
            hint="Bank account, register entry, terms of payment."
            value={value.footer}
            onChange={(footer) => set({ footer })}
          />
        </>
      )}
    </RecordEdit>
  );
}
