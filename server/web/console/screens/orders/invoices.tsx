/** Invoices and credit notes as they were issued, each with its PDF. */

import { Button } from '../../../parts/button.tsx';
import { day } from '../../../parts/format-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { saveFile } from '../../data/save-file.ts';
import type { OrderViewProps } from './order-view.ts';

interface Invoice {
  readonly id: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  readonly invoiceNumber: string | null;
  readonly order: string;
  readonly orderNumber: string;
  readonly issuedAt: string;
  readonly buyer: { readonly name: string; readonly company?: string | null };
  /** Minor units; positive for a credit note, too. */
  readonly amount: number;
  readonly currency: string;
}

interface Pdf {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

const pageSize = 50;

async function savePdf(eventId: string, { id }: Invoice): Promise<void> {
  const { name, type, content } = await request<Pdf>('GET', `/events/${eventId}/invoices/${id}/pdf`);
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  saveFile(new Blob([bytes], { type }), name);
}

export function Invoices({ event }: OrderViewProps) {
  const pages = usePageQuery<Invoice>('invoices_issued', {
    where: { event: { equals: event.id } },
    sort: '-issuedAt',
    limit: pageSize,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption={t('invoices')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ number }) => number}
        columns={[
          {
            label: t('number'),
            by: 'number',
            cell: ({ number, kind, invoiceNumber }) => (
              <>
                {number}
                {kind === 'credit_note' && (
                  <small>{tx('credit_note_to', { part: invoiceNumber ?? t('an_invoice') })}</small>
                )}
              </>
            ),
          },
          { label: t('issued'), by: 'issuedAt', cell: ({ issuedAt }) => day(issuedAt) },
          {
            label: t('buyer'),
            cell: ({ buyer }) => (
              <>
                <bdi>{buyer.company ?? buyer.name}</bdi>
                {buyer.company && <small>{buyer.name}</small>}
              </>
            ),
          },
          {
            label: t('order'),
            cell: ({ order, orderNumber }) => <a href={`#/orders/${event.id}/${order}`}>{orderNumber}</a>,
          },
          {
            label: t('amount'),
            by: 'amount',
            isNumber: true,
            cell: ({ amount, currency, kind }) => moneyText(kind === 'credit_note' ? -amount : amount, currency),
          },
        ]}
        actions={(invoice) => (
          <Button
            small
            of={invoice.number}
            onClick={() => void acting.act(t('pdf_saved'), () => savePdf(event.id, invoice))}
          >
            {t('pdf')}
          </Button>
        )}
        empty={t('no_invoices_each_paid_order_gets')}
      />
    </>
  );
}
