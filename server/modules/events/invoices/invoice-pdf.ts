/** `events.invoice_pdf`, and the same file below the page of the order. The library is loaded with the first invoice. */
import { ok } from '#shared/base/result.ts';
import { type InvoiceRecord, invoicePdf, invoicesIssued } from '#shared/modules/events/invoice.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import type { PublicPage } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { logoBytes, logoOf } from '../organization/organizer.ts';
import { tenantOfPageSecret } from '../page-secret.ts';

const type = 'application/pdf';

async function pdfOf(reader: Reader, invoice: InvoiceRecord): Promise<Buffer> {
  const logo = await logoOf(reader, invoice.logo);
  const { drawInvoice } = await import('./draw-invoice.ts');
  return drawInvoice(invoice, logo && logoBytes(logo));
}

const fileName = ({ number }: InvoiceRecord) => `${number.replace(/[^A-Za-z0-9_.-]/g, '-')}.pdf`;

export const invoicePdfAction = action(invoicePdf, async (reader, { eventId, invoiceId }) => {
  const invoice = await reader.get(invoicesIssued, invoiceId);
  if (invoice?.event !== eventId) return refuseWith('invoice_not_found', { path: 'invoiceId' });
  return ok({ name: fileName(invoice), type, content: (await pdfOf(reader, invoice)).toString('base64') });
});

/** The secret of the order is the credential: it leads to the invoices of this order alone. */
export const invoicePage: PublicPage = {
  path: '/o/:secret/invoice/:file',
  tenantOf: ({ secret }) => tenantOfPageSecret(secret ?? ''),
  async answer({ params }, reader) {
    const order = await reader.findOne(ticketOrders, { pageSecret: params['secret'] ?? '' });
    const number = /^(.+)\.pdf$/.exec(params['file'] ?? '')?.[1];
    const invoice = order && number ? await reader.findOne(invoicesIssued, { number }) : null;
    if (!order || invoice?.order !== order.id) return { status: 404, type: 'text/plain', body: '' };
    const headers = {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `inline; filename="${fileName(invoice)}"`,
    };
    return { status: 200, type, body: await pdfOf(reader, invoice), headers };
  },
};
