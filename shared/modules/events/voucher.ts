/** Vouchers: codes that change the price, keep seats, or unlock hidden ticket types. A use is one ticket. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const voucherEffects = ['none', 'percent', 'amount', 'price'] as const;

export const vouchers = defineCollection({
  name: 'vouchers',
  module: 'events',
  labels: { one: 'Voucher', many: 'Vouchers' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    {
      name: 'code',
      type: 'text',
      required: true,
      minLength: 1,
      maxLength: 64,
      note: 'Stored in capitals. Upper and lower case are the same to buyers.',
    },
    {
      name: 'effect',
      type: 'select',
      options: voucherEffects,
      required: true,
      default: 'none',
      note: '`percent` and `amount` reduce the price of each ticket, `price` replaces it.',
    },
    { name: 'percent', type: 'number', min: 0, max: 100, note: 'With `percent`. At most 2 decimals.' },
    { name: 'value', type: 'number', min: 0, note: 'With `amount` and `price`, in currency units.' },
    {
      name: 'ticketTypes',
      type: 'relation',
      to: 'ticket_types',
      many: true,
      note: 'The ticket types it applies to. If empty, all admissions and no add-ons.',
    },
    { name: 'maxUses', type: 'integer', min: 1, max: 1_000_000, note: 'In tickets. If omitted, unlimited.' },
    {
      name: 'used',
      type: 'integer',
      readOnly: true,
      required: true,
      default: 0,
      min: 0,
      note: 'Tickets held or sold.',
    },
    {
      name: 'setAside',
      type: 'integer',
      required: true,
      default: 0,
      min: 0,
      max: 1_000_000,
      note: 'Seats kept for it while it is valid. It must then name one ticket type.',
    },
    { name: 'unlocksHidden', type: 'boolean', required: true, default: false },
    { name: 'validFrom', type: 'date' },
    { name: 'validUntil', type: 'date' },
    { name: 'active', type: 'boolean', required: true, default: true },
    { name: 'note', type: 'text', maxLength: 1_000 },
  ],
  searchable: ['code', 'note'],
  uniques: [['event', 'code']],
  indexes: [['event', 'setAside']],
});
export type VoucherRecord = RecordOf<typeof vouchers>;

/** Returns the one form in which codes are stored and compared: NFKC, trimmed, capitals. */
export function foldVoucherCode(code: string): string {
  return code.normalize('NFKC').trim().toUpperCase();
}
