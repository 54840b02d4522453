/** Records a payment for an invoice, and marks the invoice as paid when nothing is left to pay. */
import { refuse } from '#shared/base/result.ts';
import { recordInvoicePayment } from '#shared/modules/finance/actions.ts';
import type { invoices } from '#shared/modules/finance/billing.ts';
import type { RecordOf } from '#shared/schema/infer.ts';
import { action } from '../../core/collections/action.ts';
import { answerOf, needed } from '../common/answer.ts';
import type { RecordWriter } from '../common/record-writer.ts';

export function recordInvoicePaymentAction(writer: RecordWriter) {
  return action(recordInvoicePayment, async (tx, { invoiceId, amount, method, reference, receivedOn }, context) => {
    const found = await needed(tx, 'invoices', invoiceId, 'invoice');
    if (!found.ok) return found;
    const { status, currency, totalAmount, paidAmount } = found.value as unknown as RecordOf<typeof invoices>;
    if (status !== 'issued' && status !== 'overdue')
      return refuse({ code: 'state_conflict', message: `The invoice is ${status}.`, detail: { status } });
    const left = totalAmount - paidAmount;
    const paid = amount ?? left;
    const errand = { tx, context };
    if (paid > 0) {
      const payment = await writer.create(errand, 'invoice_payments', {
        invoice: invoiceId,
        amount: paid,
        currency,
        method,
        reference: reference ?? null,
        receivedOn: receivedOn ?? tx.now,
      });
      if (!payment.ok) return payment;
    }
    return answerOf(await writer.update(errand, 'invoices', invoiceId, paid >= left ? { status: 'paid' } : {}));
  });
}
