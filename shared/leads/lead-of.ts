/** A lead as people read it: a pure fold of its edits, the same at every device and on the server. */
import { dwellSeconds } from './dwell.ts';
import type { FollowUp, LeadEdit, LeadEditKind, LeadEditOf } from './edit.ts';
import { type LeadState, sortedEdits } from './merge.ts';
import { type LeadTier, leadQuality, type QualityFacts, tierOf } from './quality.ts';

interface Said {
  /** The edit it comes from: what an undo or an untag names. */
  readonly edit: string;
  readonly at: string;
  readonly by: string | null;
  readonly device: string;
}

export interface LeadNote extends Said {
  readonly text: string;
}

/** A photo of the business card; whether its bytes are still there is another matter. */
export interface LeadPhoto extends Said {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

export interface LeadTag {
  readonly tag: string;
  /** Every edit that added it and that no one took out: an untag names them all. */
  readonly edits: readonly string[];
}

export interface LeadConsent {
  readonly agreed: boolean;
  readonly at: string;
}

export interface Lead extends QualityFacts {
  /** Time of the first capture, and of the latest, ISO 8601; null: there is none that counts. */
  readonly capturedAt: string | null;
  readonly lastCapturedAt: string | null;
  readonly captures: number;
  readonly rating: number | null;
  readonly followUp: FollowUp | null;
  readonly tags: readonly LeadTag[];
  /** Oldest first. */
  readonly notes: readonly LeadNote[];
  /** Oldest first, of all devices. */
  readonly photos: readonly LeadPhoto[];
  /** Question → answer. */
  readonly answers: Readonly<Record<string, string>>;
  /** Null: the visitor was not asked at this booth. */
  readonly consent: LeadConsent | null;
  readonly quality: number;
  readonly tier: LeadTier;
}

/** Returns the edits that count, oldest first. One that an undo names never does; an undo itself cannot be undone. */
export function countingEdits(state: LeadState): readonly LeadEdit[] {
  const undone = new Set<string>();
  for (const edit of state.values()) if (edit.kind === 'undo') undone.add(edit.value.edit);
  return sortedEdits(state).filter((edit) => edit.kind !== 'undo' && !undone.has(edit.id));
}

function ofKind<K extends LeadEditKind>(edits: readonly LeadEdit[], kind: K): readonly LeadEditOf<K>[] {
  return edits.filter((edit): edit is LeadEditOf<K> => edit.kind === kind);
}

const total = (edits: readonly { readonly value: number }[]): number =>
  Math.max(
    0,
    edits.reduce((sum, { value }) => sum + value, 0),
  );

function tagsOf(edits: readonly LeadEdit[]): readonly LeadTag[] {
  const removed = new Set(ofKind(edits, 'untag').flatMap(({ value }) => value));
  const byTag = new Map<string, string[]>();
  for (const { id, value } of ofKind(edits, 'tag'))
    if (!removed.has(id)) byTag.set(value, [...(byTag.get(value) ?? []), id]);
  return [...byTag].map(([tag, ids]) => ({ tag, edits: ids })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

function answersOf(edits: readonly LeadEdit[]): Readonly<Record<string, string>> {
  const latest = new Map(ofKind(edits, 'answer').map(({ value }) => [value.question, value.answer]));
  const given = [...latest].filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function consentOf(edits: readonly LeadEdit[]): LeadConsent | null {
  const latest = ofKind(edits, 'consent').at(-1);
  return latest ? { agreed: latest.value, at: latest.at } : null;
}

export function leadOf(state: LeadState): Lead {
  const edits = countingEdits(state);
  const captured = ofKind(edits, 'captured');
  const photos = ofKind(edits, 'photo').map(({ at, by, device, id, value }) => ({
    edit: id,
    at,
    by,
    device,
    ...value,
  }));
  const facts: QualityFacts = {
    dwellSeconds: dwellSeconds(edits),
    questionsAsked: total(ofKind(edits, 'questions')),
    literatureTaken: total(ofKind(edits, 'literature')),
    demoScheduled: ofKind(edits, 'demo').at(-1)?.value ?? false,
    businessCardScanned: photos.length > 0 || (ofKind(edits, 'card').at(-1)?.value ?? false),
  };
  const quality = leadQuality(facts);
  return {
    ...facts,
    capturedAt: captured[0]?.at ?? null,
    lastCapturedAt: captured.at(-1)?.at ?? null,
    captures: captured.length,
    rating: ofKind(edits, 'rating').at(-1)?.value ?? null,
    followUp: ofKind(edits, 'follow_up').at(-1)?.value ?? null,
    tags: tagsOf(edits),
    notes: ofKind(edits, 'note').map(({ at, by, device, id, value }) => ({ edit: id, at, by, device, text: value })),
    photos,
    answers: answersOf(edits),
    consent: consentOf(edits),
    quality,
    tier: tierOf(quality),
  };
}

/** An edit of the history: also one that did not win, or was taken back, stays readable. */
export interface HistoryItem {
  readonly edit: LeadEdit;
  /** `undone`: taken back; `replaced`: a later value of the same field counts; `counts`: part of the lead. */
  readonly standing: 'counts' | 'replaced' | 'undone';
}

const singleKinds: ReadonlySet<LeadEditKind> = new Set(['rating', 'follow_up', 'demo', 'card', 'consent', 'answer']);

const fieldOf = (edit: LeadEdit): string => (edit.kind === 'answer' ? `answer ${edit.value.question}` : edit.kind);

/** Every edit that was ever made, oldest first. */
export function historyOf(state: LeadState): readonly HistoryItem[] {
  const counting = countingEdits(state);
  const latest = new Map(counting.map((edit) => [fieldOf(edit), edit.id]));
  const counts = new Set(counting.map(({ id }) => id));
  return sortedEdits(state).map((edit) => {
    if (!counts.has(edit.id)) return { edit, standing: edit.kind === 'undo' ? 'counts' : 'undone' };
    const isLatest = !singleKinds.has(edit.kind) || latest.get(fieldOf(edit)) === edit.id;
    return { edit, standing: isLatest ? 'counts' : 'replaced' };
  });
}
