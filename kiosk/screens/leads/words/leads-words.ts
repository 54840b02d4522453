/** The type of the lead scanner's catalogues: what an exhibitor reads. */
import type { FollowUp, LeadTier } from '#kiosk/leads/leads.ts';

/** Reason why a scan made no lead, or an entry was not kept. */
export type LeadProblem =
  | 'ticket'
  | 'other_code'
  | 'unknown_badge'
  | 'no_exhibitor'
  | 'disk_full'
  | 'storage_failed'
  | 'photo_unreadable';

interface Said {
  readonly title: string;
  readonly sentence: string;
}

export interface LeadsWords {
  readonly nav: string;
  readonly skip: string;
  readonly tabs: { readonly scan: string; readonly leads: string; readonly settings: string };
  readonly booth: (booth: string) => string;
  readonly sync: {
    readonly title: string;
    readonly allSent: string;
    readonly waiting: (leads: number) => string;
    readonly refused: (entries: number) => string;
    readonly online: string;
    readonly offline: string;
    readonly offlineShort: string;
    readonly safe: string;
    readonly lastHeard: (time: string) => string;
    readonly refusedAbout: string;
    readonly you: string;
    readonly yourName: string;
    readonly nameHint: string;
    readonly saveName: string;
  };
  readonly scan: {
    readonly section: string;
    readonly hold: string;
    readonly useScanner: string;
    readonly typeNumber: string;
    readonly number: string;
    readonly add: string;
    readonly cameraOn: string;
    readonly cameraOff: string;
    readonly saved: (name: string) => string;
    readonly again: (name: string) => string;
    readonly visitOver: (name: string, minutes: string) => string;
    readonly unknownName: string;
  };
  readonly locked: Readonly<Record<'kiosk_revoked' | 'lease_expired', Said>>;
  readonly problems: Readonly<Record<LeadProblem, string>>;
  readonly lead: {
    readonly isNew: string;
    readonly noneTitle: string;
    readonly none: string;
    readonly notYetNamed: string;
    readonly notShared: string;
    readonly askConsent: string;
    readonly consentQuestion: (name: string) => string;
    readonly consentAbout: string;
    readonly agrees: string;
    readonly declines: string;
    readonly declined: string;
    readonly follows: string;
    readonly withdraw: string;
    readonly happened: string;
    readonly demo: string;
    readonly card: string;
    readonly photo: {
      readonly name: string;
      readonly take: string;
      readonly remove: string;
      readonly removeQuestion: string;
      readonly keep: string;
      readonly of: (name: string) => string;
      readonly follows: string;
      readonly needsConsent: string;
    };
    readonly literature: string;
    readonly questions: string;
    readonly less: (what: string) => string;
    readonly more: (what: string) => string;
    readonly rating: string;
    readonly stars: (of: string) => string;
    readonly dwell: string;
    readonly start: string;
    readonly stop: string;
    readonly atBooth: (minutes: string) => string;
    readonly notes: string;
    readonly note: string;
    readonly addNote: string;
    readonly unnamed: string;
    readonly noteBy: (who: string, time: string) => string;
    readonly tags: string;
    readonly tag: string;
    readonly addTag: string;
    readonly removeTag: (tag: string) => string;
    readonly followUp: string;
    readonly followUps: Readonly<Record<FollowUp, string>>;
    readonly ownQuestions: string;
    readonly quality: (score: string, tier: string) => string;
    readonly howMade: (score: string) => string;
    readonly parts: Readonly<Record<'dwell' | 'questions' | 'literature' | 'demo' | 'card', string>>;
    readonly points: (points: string, most: string) => string;
    readonly undo: (what: string) => string;
    readonly undoShort: string;
    readonly undone: string;
    readonly discard: string;
    readonly discarded: string;
    readonly next: string;
  };
  readonly tiers: Readonly<Record<LeadTier, string>>;
  readonly list: {
    readonly title: string;
    readonly today: (leads: number) => string;
    readonly search: string;
    readonly tier: string;
    readonly all: string;
    readonly none: string;
    readonly noneFound: string;
    readonly name: string;
    readonly quality: string;
    readonly scanned: string;
    readonly waits: string;
    readonly shownOf: (shown: string, all: string) => string;
  };
}
