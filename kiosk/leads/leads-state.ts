/** Computes the state of the leads for the screen from journal and replica, again after each change. */
import type { HeldExhibitor, HeldLead } from '#kiosk/store/held-records.ts';
import type { Roster } from '#kiosk/store/replica.ts';
import { parseTime } from '#shared/base/time.ts';
import { timesIn } from '#shared/base/zoned-time.ts';
import type { BookedLead, LeadBook } from './lead-book.ts';
import type { LeadsState, ShownLead } from './leads.ts';
import type { LeadsIdentity, LeadsParts } from './leads-parts.ts';
import { shownLead } from './shown-lead.ts';

/**
 * Returns the exhibitor that the replica names for the device, else the one it was paired with; while the record of the
 * latter is not here, its id with default settings. Null: there is none, or the replica names another whose record is not
 * here.
 */
export function ownExhibitor(roster: Roster, { kioskId, pairedWith = null }: LeadsIdentity): HeldExhibitor | null {
  const kiosk = roster.record('kiosks', kioskId);
  const id = kiosk?.exhibitor ?? pairedWith;
  if (!id) return null;
  const unnamed = { id, name: kiosk?.name ?? '', booth: null, questions: null, asksConsent: true };
  // A lead needs the id alone: a scan is not lost because the booth's own record is still on its way.
  return roster.record('exhibitors', id) ?? (pairedWith === id ? unnamed : null);
}

interface LeadRecords {
  of(badge: string): HeldLead | null;
}

function leadRecords(roster: Roster, exhibitor: string): LeadRecords {
  const byBadge = new Map<string, HeldLead>();
  for (const record of roster.records('leads')) if (record.exhibitor === exhibitor) byBadge.set(record.badge, record);
  return { of: (badge) => byBadge.get(badge) ?? null };
}

type Source = Pick<LeadsParts, 'replica' | 'identity'>;

function shower({ replica, identity }: Source): (booked: BookedLead) => ShownLead {
  const exhibitor = ownExhibitor(replica.roster, identity);
  const records = leadRecords(replica.roster, exhibitor?.id ?? '');
  const pending = replica.leads.pendingIds();
  const asksConsent = exhibitor?.asksConsent ?? false;
  const hasPhoto = replica.photos.has;
  const parked = new Set(replica.leads.parked().map(({ id }) => id));
  return (booked) => {
    const { badge } = booked;
    const registration = replica.roster.registrationByTicket(badge);
    const facts = { registration, record: records.of(badge), asksConsent, hasPhoto, parked };
    return shownLead(booked, facts, identity.kioskId, pending);
  };
}

export function showLead(booked: BookedLead, replica: Source['replica'], identity: LeadsIdentity): ShownLead {
  return shower({ replica, identity })(booked);
}

export interface DrawParts extends Source {
  readonly book: LeadBook;
  readonly by: string | null;
  readonly nowMs: number;
}

export function drawLeads({ book, replica, identity, by, nowMs }: DrawParts): LeadsState {
  const exhibitor = ownExhibitor(replica.roster, identity);
  const show = shower({ replica, identity });
  const captured = [...book.all()].filter(({ lead }) => lead.captures > 0).map(show);
  const leads = captured.sort((a, b) => compare(b.lead.lastCapturedAt ?? '', a.lead.lastCapturedAt ?? ''));
  const zone = replica.roster.record('events', identity.event)?.timezone ?? undefined;
  const times = timesIn(zone);
  const isToday = (iso: string | null): boolean => times.isSameDay(parseTime(iso ?? '') ?? 0, nowMs);
  return Object.freeze({
    exhibitor: exhibitor && { name: exhibitor.name, booth: exhibitor.booth },
    questions: (exhibitor?.questions ?? []).map(({ key, text, options }) => ({ key, text, options: options ?? [] })),
    leads,
    today: leads.filter(({ lead }) => isToday(lead.capturedAt)).length,
    waiting: leads.filter(({ waits }) => waits).length,
    pending: replica.leads.pending(),
    parked: replica.leads.parked(),
    by,
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
