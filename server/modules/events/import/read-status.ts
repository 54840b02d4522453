/** Reads the status of an attendee from the words in other systems' exports. */
export type ForeignStatus = 'confirmed' | 'checked_in' | 'pending' | 'cancelled';

const words: Readonly<Record<ForeignStatus, readonly string[]>> = {
  confirmed: [
    ...['', 'p', 'paid', 'confirmed', 'active', 'attending', 'acquired', 'completed', 'valid', 'approved', 'free'],
    ...['bezahlt', 'bestätigt', 'payé', 'payée', 'confirmé', 'pagado', 'pagada', 'confirmado', 'مدفوع'],
  ],
  checked_in: ['checked in', 'checked_in', 'checkedin', 'eingecheckt', 'enregistré', 'registrado'],
  pending: [
    ...['n', 'pending', 'awaiting_payment', 'awaiting payment', 'to_be_paid', 'unpaid', 'reserved', 'pending payment'],
    ...['offline_payment', 'ausstehend', 'unbezahlt', 'en attente', 'pendiente', 'معلق'],
  ],
  cancelled: [
    ...[
      'c',
      'e',
      'canceled',
      'cancelled',
      'expired',
      'refunded',
      'not attending',
      'deleted',
      'transferred',
      'released',
    ],
    ...[
      'invalidated',
      'storniert',
      'abgelaufen',
      'erstattet',
      'annulé',
      'annulée',
      'expiré',
      'cancelado',
      'caducado',
      'ملغى',
    ],
  ],
};

const byWord = new Map(
  Object.entries(words).flatMap(([status, all]) => all.map((word) => [word, status as ForeignStatus] as const)),
);

/** @returns `confirmed` for an empty text, null for a word that is not known */
export function readStatus(text: string): ForeignStatus | null {
  return byWord.get(text.trim().toLowerCase().replace(/\s+/g, ' ')) ?? null;
}
