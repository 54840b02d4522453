/**
 * Maps the columns of other systems' exports to fields. English headers are known by name; those of an account in another
 * language by the content of the columns. Facts about each system: README.md of this folder.
 */
import type { ImportPreset } from '#shared/modules/events/transfer.ts';
import type { ImportField, Mapping } from './columns.ts';
import { pretixPositions } from './pretix-positions.ts';
import { zoneInHeader } from './read-time.ts';

type Names = Readonly<Record<string, ImportField | null>>;

interface Preset {
  /** Each list identifies the system: all of its headers are in the file. */
  readonly signature: readonly (readonly string[])[];
  readonly names: Names;
  /** Columns that are neither named nor left out are answers to questions. */
  readonly leftOut: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split('|'));

const pretix: Names = {
  'order code': 'orderCode',
  'position id': 'position',
  status: 'status',
  email: 'orderEmail',
  'e-mail': 'orderEmail',
  product: 'ticketType',
  variation: 'variation',
  price: 'price',
  currency: 'currency',
  'attendee name': 'name',
  'attendee email': 'email',
  company: 'company',
  'ticket secret': 'code',
  secret: 'code',
  'checked in': 'checkedInAt',
  'add-on to': 'addOnTo',
};

const pretixLeftOut = words(
  'event slug|phone number|phone|order date|order time|start date|end date|tax rate|tax rule|tax value|address|zip code|city|country|state|voucher|voucher code|pseudonymization id|seat id|seat name|seat zone|seat row|seat number|blocked|valid from|valid until|order comment|follow-up date|vat id|invoice address street|sales channel|order locale|checked out|automatically checked in|paid|name|subevent|check-in text|external customer id|payment providers|membership',
);

const presets: Readonly<Record<Exclude<ImportPreset, 'none'>, Preset>> = {
  pretix: {
    signature: [
      ['order code', 'product'],
      ['order code', 'ticket secret'],
      ['order code', 'automatically checked in'],
    ],
    names: pretix,
    leftOut: pretixLeftOut,
  },
  eventbrite: {
    signature: [
      ['order #', 'attendee #'],
      ['order #', 'ticket type', 'attendee status'],
    ],
    names: {
      'order #': 'orderCode',
      'attendee #': 'position',
      'first name': 'givenName',
      'last name': 'familyName',
      email: 'email',
      'buyer email': 'orderEmail',
      company: 'company',
      'job title': 'role',
      'ticket type': 'ticketType',
      'total paid': 'price',
      currency: 'currency',
      'attendee status': 'status',
      barcode: 'code',
      'barcode #': 'code',
    },
    leftOut: words(
      'order date|order type|quantity|qty|event name|event id|venue name|venue #|organizer name|date attending|buyer first name|buyer last name|buyer name|total fees|fees paid|eventbrite fees|eventbrite payment processing|ticket price|discount|discount code|promo code|payment type|payment status|delivery method|home address 1|home address 2|home city|home state|home zip|home country|shipping address 1|shipping address 2|billing address 1|billing address 2|billing city|billing state/province/county|billing state|billing zip|billing country|notes|prefix|suffix|gender|age|birth date|cell phone|home phone|work phone|website|blog|affiliate|ip location|guest list|external order #|external_attendee_id|group|team',
    ),
  },
  hi_events: {
    signature: [['public id', 'product name']],
    names: {
      'public id': 'code',
      'first name': 'givenName',
      'last name': 'familyName',
      email: 'email',
      'product name': 'ticketType',
      status: 'status',
      'check ins': 'checkedInAt',
      'order id': 'orderCode',
      id: 'position',
    },
    leftOut: words(
      'created date|last updated date|product id|event id|product price id|notes|order notes|locale|deleted at',
    ),
  },
  alf_io: {
    signature: [
      ['id', 'reservationid'],
      ['id', 'category', 'e-mail'],
    ],
    names: {
      id: 'code',
      category: 'ticketType',
      status: 'status',
      paidprice: 'price',
      reservationid: 'orderCode',
      'full name': 'name',
      'first name': 'givenName',
      'last name': 'familyName',
      'e-mail': 'email',
      'customer name': null,
    },
    leftOut: words(
      'creation|event|originalprice|discount|vat|locked|language|confirmation|billing address|country code|payment id|payment method|link to pdf|ticket link|promo code|vat number',
    ),
  },
};

/** Headers of columns in files of an unknown system. */
const common: Names = {
  name: 'name',
  'full name': 'name',
  'attendee name': 'name',
  attendee: 'name',
  'first name': 'givenName',
  'given name': 'givenName',
  firstname: 'givenName',
  vorname: 'givenName',
  prénom: 'givenName',
  nombre: 'givenName',
  'last name': 'familyName',
  surname: 'familyName',
  lastname: 'familyName',
  nachname: 'familyName',
  nom: 'familyName',
  apellidos: 'familyName',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  'e-mail-adresse': 'email',
  company: 'company',
  organisation: 'company',
  organization: 'company',
  firma: 'company',
  unternehmen: 'company',
  entreprise: 'company',
  empresa: 'company',
  role: 'role',
  'job title': 'role',
  position: 'role',
  'ticket type': 'ticketType',
  ticket: 'ticketType',
  category: 'ticketType',
  tickettyp: 'ticketType',
  price: 'price',
  currency: 'currency',
  order: 'orderCode',
  'order code': 'orderCode',
  'order number': 'orderCode',
  status: 'status',
  code: 'code',
  barcode: 'code',
  'qr code': 'code',
  'ticket code': 'code',
  'checked in at': 'checkedInAt',
  'checked in': 'checkedInAt',
  group: 'group',
};

export function headerName(header: string): string {
  return header.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').replace(/:$/, '').trim();
}

export interface Detected {
  readonly preset: ImportPreset;
  readonly mapping: Mapping;
}

/**
 * @param samples the first rows, for headers in a language that is not known
 * @param asked the system that the organizer named; null: found by the headers
 */
export function detect(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  asked: ImportPreset | null,
): Detected {
  const names = headers.map(headerName);
  const preset = asked ?? presetOf(names) ?? (pretixPositions(headers, samples) ? 'pretix' : 'none');
  if (preset === 'none') return { preset, mapping: mapped(names, common, null) };
  const { names: known, leftOut } = presets[preset];
  const byName = mapped(names, known, leftOut);
  const byContent = preset === 'pretix' && !byName.includes('orderCode') ? pretixPositions(headers, samples) : null;
  return { preset, mapping: byContent ?? byName };
}

function presetOf(names: readonly string[]): Exclude<ImportPreset, 'none'> | null {
  const found = Object.entries(presets).find(([, { signature }]) =>
    signature.some((wanted) => wanted.every((name) => names.includes(name))),
  );
  return (found?.[0] as Exclude<ImportPreset, 'none'> | undefined) ?? null;
}

/** Headers repeat: the first column of a field counts. A second `company` is the buyer's; others are not imported. */
function mapped(names: readonly string[], known: Names, leftOut: ReadonlySet<string> | null): Mapping {
  const used = new Set<ImportField>();
  return names.map((name) => {
    // Eventbrite's older reports name the currency in the header.
    const bare = name.replace(zoneInHeader, '').replace(/ \([a-z]{3}\)$/, '');
    const custom = bare.startsWith('custom:') ? bare.slice(7).trim() : null;
    const field = customFields[custom ?? ''] ?? (Object.hasOwn(known, bare) ? known[bare] : undefined);
    if (field === undefined)
      return custom !== null || (leftOut !== null && isQuestion(bare, leftOut)) ? 'answer' : null;
    if (field === null) return null;
    if (!used.has(field)) {
      used.add(field);
      return field;
    }
    if (field !== 'company' || used.has('orderCompany')) return null;
    used.add('orderCompany');
    return 'orderCompany';
  });
}

/** alf.io has company and job title only where an organizer asked for them. */
const customFields: Readonly<Record<string, ImportField>> = {
  company: 'company',
  jobtitle: 'role',
  'job title': 'role',
};

function isQuestion(name: string, leftOut: ReadonlySet<string>): boolean {
  // Parts of pretix's names stand beside the whole one; invoice columns come after the questions.
  return (
    name !== '' && !leftOut.has(name) && !name.startsWith('attendee name: ') && !name.startsWith('invoice address')
  );
}
