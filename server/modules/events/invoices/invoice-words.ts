/** The labels of an invoice, in the buyer's language. */
import type { Language } from '#shared/base/languages.ts';

const names = [
  ...([
    'invoice',
    'creditNote',
    'number',
    'date',
    'order',
    'supplied',
    'paid',
    'corrects',
    'buyer',
    'vatId',
    'taxId',
  ] as const),
  ...(['item', 'quantity', 'rate', 'net', 'tax', 'gross', 'total', 'refunded'] as const),
];
export type InvoiceWords = Readonly<Record<(typeof names)[number], string>>;

const of = (...texts: readonly string[]): InvoiceWords =>
  Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ''])) as InvoiceWords;

export const invoiceWords: Readonly<Record<Language, InvoiceWords>> = {
  en: of(
    ...[
      'Invoice',
      'Credit note',
      'Number',
      'Date',
      'Order',
      'Date of supply',
      'Paid on',
      'For invoice',
      'Bill to',
      'VAT ID',
      'Tax number',
    ],
    ...['Item', 'Quantity', 'Tax rate', 'Net', 'Tax', 'Gross', 'Total', 'Amount refunded'],
  ),
  de: of(
    ...[
      'Rechnung',
      'Gutschrift (Rechnungskorrektur)',
      'Nummer',
      'Datum',
      'Bestellung',
      'Leistungsdatum',
      'Bezahlt am',
      'Zu Rechnung',
    ],
    ...[
      'Rechnung an',
      'USt-IdNr.',
      'Steuernummer',
      'Position',
      'Menge',
      'Steuersatz',
      'Netto',
      'Steuer',
      'Brutto',
      'Gesamtbetrag',
    ],
    'Erstatteter Betrag',
  ),
  es: of(
    ...[
      'Factura',
      'Factura rectificativa',
      'Número',
      'Fecha',
      'Pedido',
      'Fecha de la prestación',
      'Pagada el',
      'Rectifica la factura',
    ],
    ...['Cliente', 'NIF-IVA', 'Número fiscal', 'Concepto', 'Cantidad', 'Tipo', 'Base', 'Impuesto', 'Importe', 'Total'],
    'Importe reembolsado',
  ),
  fr: of(
    ...[
      'Facture',
      'Avoir',
      'Numéro',
      'Date',
      'Commande',
      'Date de la prestation',
      'Payée le',
      'Facture d’origine',
      'Facturé à',
    ],
    ...['N° TVA', 'N° fiscal', 'Désignation', 'Quantité', 'Taux', 'HT', 'Taxe', 'TTC', 'Total', 'Montant remboursé'],
  ),
  ar: of(
    ...['فاتورة', 'إشعار دائن', 'الرقم', 'التاريخ', 'الطلب', 'تاريخ التوريد', 'تاريخ الدفع', 'عن الفاتورة', 'العميل'],
    ...[
      'الرقم الضريبي للقيمة المضافة',
      'الرقم الضريبي',
      'البند',
      'الكمية',
      'النسبة',
      'الصافي',
      'الضريبة',
      'الإجمالي',
      'المجموع',
    ],
    'المبلغ المردود',
  ),
};
