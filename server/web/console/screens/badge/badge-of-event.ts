/**
 * Reads the badge of an event with the event's version, and writes it only over the badge that was read. A change of other
 * fields of the event (hours, name) is no conflict; a change of the badge is one. Called by badge-editor.tsx.
 */

import type { BadgeLayout } from '#shared/badge/layout.ts';
import { layoutInUse, readLayout } from '#shared/badge/read-layout.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { request } from '../../data/client.ts';
import type { TicketTypeChoice } from './element-form.tsx';
import type { Question } from './field-names.ts';

export interface StoredBadge {
  /** Layout as the event holds it; null: the built-in one. */
  readonly stored: unknown;
  /** Version of the event. */
  readonly version: number;
}

export interface LoadedBadge extends StoredBadge {
  readonly layout: BadgeLayout;
  readonly origin: 'event' | 'built-in' | 'broken';
  /** Reasons why the stored layout cannot be printed. */
  readonly reasons: readonly string[];
  readonly ticketTypes: readonly TicketTypeChoice[];
  readonly questions: readonly Question[];
}

export async function loadBadge(eventId: string): Promise<LoadedBadge> {
  const of = `where[event][equals]=${eventId}&limit=200`;
  const [badge, types, questions] = await Promise.all([
    readBadge(eventId),
    request<{ data: TicketTypeChoice[] }>('GET', `/api/v1/ticket_types?${of}&sort=position`),
    request<{ data: Question[] }>('GET', `/api/v1/checkin_questions?${of}&sort=position`),
  ]);
  const { layout, origin } = layoutInUse(badge.stored);
  const read = origin === 'broken' ? readLayout(badge.stored) : null;
  const reasons = read === null || read.ok ? [] : read.errors.map(({ message, path }) => `${path}: ${message}`);
  return { ...badge, layout, origin, reasons, ticketTypes: types.data, questions: questions.data };
}

async function readBadge(eventId: string): Promise<StoredBadge> {
  const event = await request<{ badgeLayout: unknown; version: number }>('GET', `/events/${eventId}`);
  return { stored: event.badgeLayout ?? null, version: event.version };
}

export type SavedBadge =
  | { readonly kind: 'saved'; readonly badge: StoredBadge }
  /** Another person has saved a badge since `before` was read. */
  | { readonly kind: 'changed'; readonly theirs: StoredBadge };

/** Maximum number of attempts of one save. An event that changes more often during a save is not edited by people. */
const triesMax = 5;

const same = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/**
 * @param before what the new layout stands on: as it was read, saved, or knowingly overwritten
 * @throws GatehouseError for every other refusal, and where the last attempt met another version, too
 */
export async function saveBadge(eventId: string, layout: BadgeLayout | null, before: StoredBadge): Promise<SavedBadge> {
  let { version } = before;
  for (let tries = 1; ; tries++) {
    try {
      return { kind: 'saved', badge: await write(eventId, layout, version) };
    } catch (fault) {
      const stale = fault instanceof GatehouseError && fault.errors.some(({ code }) => code === 'version_mismatch');
      if (!stale || tries >= triesMax) throw fault;
    }
    const now = await readBadge(eventId);
    // The layout is stored already, e.g. because the answer to the attempt before was lost.
    if (same(now.stored, layout)) return { kind: 'saved', badge: now };
    if (!same(now.stored, before.stored)) return { kind: 'changed', theirs: now };
    version = now.version;
  }
}

async function write(eventId: string, badgeLayout: BadgeLayout | null, version: number): Promise<StoredBadge> {
  type Event = { readonly badgeLayout?: unknown; readonly version: number };
  const { data } = await request<{ data: Event }>('PATCH', `/api/v1/events/${eventId}`, { badgeLayout }, version);
  return { stored: data.badgeLayout ?? null, version: data.version };
}
