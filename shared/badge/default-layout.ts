/** The badge of an event that has designed none: 86 × 54 mm, a bank card, the usual label and lanyard sleeve. */
import type { BadgeLayout, FieldElement } from './layout.ts';

const plain = {
  kind: 'field',
  ticketTypes: [],
  turn: 0,
  weight: 400,
  align: 'start',
  vertical: 'middle',
  inverse: false,
} as const satisfies Partial<FieldElement>;

export const defaultLayout: BadgeLayout = {
  version: 1,
  widthMm: 86,
  heightMm: 54,
  dpi: 300,
  elements: [
    {
      ...plain,
      id: 'event',
      field: 'eventName',
      ...{ xMm: 3.5, yMm: 2.5, widthMm: 79, heightMm: 5 },
      maxLines: 1,
      largestMm: 3.2,
      smallestMm: 2.4,
      weight: 600,
    },
    {
      ...plain,
      id: 'name',
      field: 'name',
      ...{ xMm: 3.5, yMm: 8, widthMm: 79, heightMm: 20.5 },
      maxLines: 2,
      largestMm: 13,
      smallestMm: 4.2,
      weight: 700,
    },
    {
      ...plain,
      id: 'company',
      field: 'company',
      ...{ xMm: 3.5, yMm: 29.5, widthMm: 54, heightMm: 8.5 },
      maxLines: 2,
      largestMm: 4.8,
      smallestMm: 2.8,
      weight: 600,
    },
    {
      ...plain,
      id: 'role',
      field: 'role',
      ...{ xMm: 3.5, yMm: 38, widthMm: 54, heightMm: 5.5 },
      maxLines: 1,
      largestMm: 3.8,
      smallestMm: 2.6,
    },
    {
      ...plain,
      id: 'ticket-type',
      field: 'ticketTypeName',
      ...{ xMm: 3.5, yMm: 44.5, widthMm: 54, heightMm: 6.5 },
      maxLines: 1,
      largestMm: 3.8,
      smallestMm: 2.6,
      weight: 700,
      inverse: true,
    },
    { kind: 'qr', id: 'qr', ticketTypes: [], xMm: 59.5, yMm: 28.5, widthMm: 23, heightMm: 23 },
  ],
};
