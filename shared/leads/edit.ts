/**
 * An edit of a lead: append-only, made once by one device or page, with an id of its own. A lead is a fold of its edits
 * (`lead-of.ts`), so that two devices that were offline never overwrite each other. Every value is parsed here, once.
 */
import { isObject } from '../base/json.ts';
import { ok, type Result, refuse } from '../base/result.ts';
import { photoSideMax } from './photo.ts';

export const leadEditKinds = [
  'captured',
  'rating',
  'follow_up',
  'demo',
  'card',
  'photo',
  'questions',
  'literature',
  'started',
  'stopped',
  'dwell',
  'tag',
  'untag',
  'note',
  'answer',
  'consent',
  'undo',
] as const;
export type LeadEditKind = (typeof leadEditKinds)[number];

export const followUps = ['today', 'this_week', 'later', 'none'] as const;
export type FollowUp = (typeof followUps)[number];

/** Largest amount that a tap adds to a counter, either way: a correction is an edit with the other sign. */
export const countMax = 100;
/** Maximum number of seconds that one edit adds by hand, and that a lead counts in all. */
export const dwellMax = 86_400;
/** Maximum length in Unicode code points, as the three bounds that follow. */
export const noteMax = 4_000;
export const tagMax = 60;
export const answerMax = 1_000;
export const questionKeyMax = 64;
/** Maximum number of `tag` edits that one `untag` takes out. */
export const untagMax = 200;

/** Values of edits by kind. `null` where nothing is said besides the kind. */
export interface LeadEditValues {
  /** The badge was scanned, or the person was picked from the list. Each one is a visit. */
  readonly captured: null;
  /** 1 to 5; null: no rating any more. */
  readonly rating: number | null;
  readonly follow_up: FollowUp | null;
  readonly demo: boolean;
  readonly card: boolean;
  /** A photo of the business card. Its bytes stand apart, under the id of this edit, and go when contact details go. */
  readonly photo: { readonly sha256: string; readonly width: number; readonly height: number };
  /** Added to what was counted; below 0 takes away. */
  readonly questions: number;
  readonly literature: number;
  /** The visit begins; it ends with the `stopped` that names this edit. */
  readonly started: null;
  readonly stopped: { readonly start: string };
  /** Seconds that were noted without start and end; below 0 takes away. */
  readonly dwell: number;
  readonly tag: string;
  /** IDs of the `tag` edits that are taken out: a tag added meanwhile by another device stays. */
  readonly untag: readonly string[];
  readonly note: string;
  /** Answer to a custom question of the exhibitor; null: no answer any more. */
  readonly answer: { readonly question: string; readonly answer: string | null };
  /** The visitor agreed, on the spot, that the exhibitor gets the contact details, or took that back. */
  readonly consent: boolean;
  /** Takes back one edit, never an undo. */
  readonly undo: { readonly edit: string };
}

interface EditOf<K extends LeadEditKind> {
  readonly id: string;
  /** Author of the edit, for ties: the kiosk's ID, or `member:…`, `key:…` for edits that the server made. */
  readonly device: string;
  /** Corrected time, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** The person at the device, by the name entered there. */
  readonly by: string | null;
  readonly kind: K;
  readonly value: LeadEditValues[K];
}

export type LeadEdit = { readonly [K in LeadEditKind]: EditOf<K> }[LeadEditKind];
export type LeadEditOf<K extends LeadEditKind> = Extract<LeadEdit, { readonly kind: K }>;

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= max;
const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const isNothing = (value: unknown): boolean => value === null || value === undefined;
const isCount = (value: unknown) => isWhole(value, -countMax, countMax) && value !== 0;
const isOptionalText = (value: unknown, max: number) => value === null || isText(value, max);

/** Check of the value of each kind, and the description of a valid value for the refusal. */
const checks: { readonly [K in LeadEditKind]: readonly [(value: unknown) => boolean, string] } = {
  captured: [isNothing, 'nothing'],
  rating: [(value) => value === null || isWhole(value, 1, 5), 'a whole number from 1 to 5, or null'],
  follow_up: [
    (value) => value === null || followUps.some((one) => one === value),
    `one of ${followUps.join(', ')}, or null`,
  ],
  demo: [(value) => typeof value === 'boolean', 'true or false'],
  card: [(value) => typeof value === 'boolean', 'true or false'],
  photo: [
    (value) =>
      isObject(value) &&
      isHash(value['sha256']) &&
      isWhole(value['width'], 1, photoSideMax) &&
      isWhole(value['height'], 1, photoSideMax),
    `{sha256, width, height}, with sides of at most ${photoSideMax} pixels`,
  ],
  questions: [isCount, `a whole number from -${countMax} to ${countMax}, not 0`],
  literature: [isCount, `a whole number from -${countMax} to ${countMax}, not 0`],
  started: [isNothing, 'nothing'],
  stopped: [(value) => isObject(value) && isId(value['start']), '{start}, the ID of the edit that began the visit'],
  dwell: [(value) => isWhole(value, -dwellMax, dwellMax) && value !== 0, `seconds from -${dwellMax} to ${dwellMax}`],
  tag: [(value) => isText(value, tagMax), `a text of 1 to ${tagMax} characters`],
  untag: [
    (value) => Array.isArray(value) && value.length > 0 && value.length <= untagMax && value.every(isId),
    `a list of 1 to ${untagMax} IDs of tag edits`,
  ],
  note: [(value) => isText(value, noteMax), `a text of 1 to ${noteMax} characters`],
  answer: [
    (value) =>
      isObject(value) && isText(value['question'], questionKeyMax) && isOptionalText(value['answer'], answerMax),
    `{question, answer}, with an answer of 1 to ${answerMax} characters, or null`,
  ],
  consent: [(value) => typeof value === 'boolean', 'true or false'],
  undo: [(value) => isObject(value) && isId(value['edit']), '{edit}, the ID of the edit that is taken back'],
};

/** Only what the kind says: a value keeps no other keys. */
function plain(kind: LeadEditKind, value: unknown): unknown {
  if (isNothing(value)) return null;
  if (!isObject(value)) return value;
  const names = {
    photo: ['sha256', 'width', 'height'],
    stopped: ['start'],
    answer: ['question', 'answer'],
    undo: ['edit'],
  } as const;
  const kept: readonly string[] = kind in names ? names[kind as keyof typeof names] : [];
  return Object.fromEntries(kept.map((name) => [name, value[name] ?? null]));
}

/**
 * @param kind a kind, as it was sent
 * @param value what was sent for it
 * @returns the value of an edit of this kind; `lead_edit_invalid` says what it must be
 */
export function leadEditValue<K extends LeadEditKind>(kind: K, value: unknown): Result<LeadEditValues[K]> {
  const [isRight, expected] = checks[kind];
  if (!isRight(value))
    return refuse({
      code: 'lead_edit_invalid',
      message: `The value of an edit of the kind ${kind} must be ${expected}.`,
      path: 'value',
    });
  return ok(plain(kind, value) as LeadEditValues[K]);
}

/** Puts an edit together from parts whose value was parsed by `leadEditValue`. */
export function leadEdit(parts: {
  readonly id: string;
  readonly device: string;
  readonly at: string;
  readonly by: string | null;
  readonly kind: LeadEditKind;
  readonly value: unknown;
}): LeadEdit {
  const { id, device, at, by, kind, value } = parts;
  return { id, device, at, by, kind, value } as LeadEdit;
}
