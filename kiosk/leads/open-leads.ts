/**
 * The leads of an exhibitor's device: every entry is on the disk before it is part of a lead. Knows no network and no
 * window; what other devices of the exhibitor entered comes by the replica.
 */
import type { DeviceLeadEdit } from '#kiosk/store/device-lead-edit.ts';
import { createListeners } from '#shared/base/observable.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import { createEditMaker, type NewEdit } from './edit-maker.ts';
import { createLeadBook } from './lead-book.ts';
import type { CaptureResult, EditResult, Leads, LeadsState, ShownLead } from './leads.ts';
import type { LeadsParts } from './leads-parts.ts';
import { drawLeads, ownExhibitor, showLead } from './leads-state.ts';
import { keepPhotos } from './photo-keeper.ts';
import { readBadge } from './read-badge.ts';
import { searchLeads } from './search-leads.ts';
import { editsOfDiscard, editsOfScan, editsOfTap } from './visit-edits.ts';

/** Kept with the kiosk's settings. */
const bySetting = 'lead_by';
/** Maximum number of characters of the name of the person at the device. */
export const byMaxChars = 120;

export async function openLeads(parts: LeadsParts): Promise<Leads> {
  const { replica, identity, clock } = parts;
  const { leads: journal, photos } = replica;
  const listeners = createListeners();
  const oneAtATime = createOneAtATime();
  const book = createLeadBook();
  const savedBy = await replica.settings.read(bySetting);
  let by = typeof savedBy === 'string' ? savedBy : null;
  let picture: LeadsState | null = null;
  let readUpTo = '';

  const exhibitor = () => ownExhibitor(replica.roster, identity);
  const makeEdits = createEditMaker(parts, () => by, journal.edits().at(-1)?.at ?? null);

  /** Brings the book up to date with the edits of other devices and this device's own. */
  function read(): void {
    const own = exhibitor()?.id ?? '';
    const { base = '', seq = 0 } = replica.cursor() ?? {};
    const now = `${own} ${base} ${seq}`;
    // Another exhibitor, another roster: what was read before may not be this one's.
    if (now.slice(0, now.lastIndexOf(' ')) !== readUpTo.slice(0, readUpTo.lastIndexOf(' '))) book.clear();
    if (now !== readUpTo) book.add(ofExhibitor(replica.roster.records('lead_edits'), own));
    readUpTo = now;
    book.add(ofExhibitor(journal.edits(), own));
  }

  const booked = (badge: string) => {
    read();
    return book.get(badge);
  };

  function changed(): void {
    picture = null;
    listeners.notify();
  }

  async function record(badge: string, edits: readonly NewEdit[]): Promise<EditResult> {
    const own = exhibitor();
    if (own === null) return { kind: 'no_exhibitor' };
    return journal.append(makeEdits(own.id, badge, edits));
  }

  async function capture(badge: string): Promise<CaptureResult> {
    const { edits, visit } = editsOfScan(booked(badge), identity.kioskId, clock.now());
    if (edits.length === 0) return { kind: 'captured', badge, visit };
    const recorded = await record(badge, edits);
    return recorded.kind === 'recorded' ? { kind: 'captured', badge, visit } : recorded;
  }

  const lead = (badge: string): ShownLead | null => {
    const known = booked(badge);
    return known && showLead(known, replica, identity);
  };

  function state(): LeadsState {
    if (picture === null) {
      read();
      picture = drawLeads({ book, replica, identity, by, nowMs: clock.now() });
    }
    return picture;
  }

  const { addPhoto, tidy } = keepPhotos({ replica, book, read, lead, exhibitor, makeEdits, oneAtATime });
  const ends = [replica.onChange(changed), journal.onChange(changed), photos.onChange(changed)];
  ends.push(replica.onChange(tidy), journal.onChange(tidy));
  tidy();

  return {
    state,
    subscribe: listeners.subscribe,
    lead,
    capture: ({ source, candidates }) =>
      oneAtATime(async () => {
        if (exhibitor() === null) return { kind: 'no_exhibitor' };
        const found = readBadge(candidates);
        if (found.kind !== 'badge') return found;
        // A scanner reads right. What was typed may have a wrong letter, and no one would know whose lead it is.
        const isKnown = replica.roster.registrationByTicket(found.badge) !== null || book.get(found.badge) !== null;
        if (source === 'typed' && !isKnown) return { kind: 'unknown_badge' };
        return capture(found.badge);
      }),
    enter: (badge, kind, value) => oneAtATime(() => record(badge, [{ kind, value } as NewEdit])),
    addPhoto: (badge, photo) => oneAtATime(() => addPhoto(badge, photo)),
    photo: (edit) => photos.read(edit),
    tapVisit: (badge) => oneAtATime(async () => record(badge, editsOfTap(booked(badge), identity.kioskId))),
    undo: (badge, edit) => oneAtATime(() => record(badge, [{ kind: 'undo', value: { edit } }])),
    discard: (badge) => oneAtATime(async () => record(badge, editsOfDiscard(booked(badge)))),
    restore: (badge) => oneAtATime(() => record(badge, [{ kind: 'captured', value: null }])),
    search: (text) => searchLeads(state().leads, text),
    async setBy(name) {
      by = name.trim().slice(0, byMaxChars) || null;
      await replica.settings.write(bySetting, by);
      changed();
    },
    close() {
      for (const end of ends) end();
    },
  };
}

function* ofExhibitor(edits: Iterable<DeviceLeadEdit>, exhibitor: string): Iterable<DeviceLeadEdit> {
  for (const edit of edits) if (edit.exhibitor === exhibitor) yield edit;
}
