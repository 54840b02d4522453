/** The texts of the page of an exhibitor's member: every language has all of them. */
import type { FollowUp } from '#shared/leads/edit.ts';
import type { LeadTier } from '#shared/leads/quality.ts';

export interface ExhibitorWords {
  readonly title: string;
  readonly booth: string;
  /** `{count}` is filled in. */
  readonly leads: string;
  /** There are leads, but the filter finds none. */
  readonly none: string;
  /** There are none at all: what to do, without and with a paired device. */
  readonly empty: { readonly title: string; readonly pair: string; readonly scan: string };
  readonly filter: {
    readonly title: string;
    readonly search: string;
    readonly tier: string;
    readonly all: string;
    readonly show: string;
  };
  readonly tiers: Readonly<Record<LeadTier, string>>;
  readonly followUp: string;
  readonly followUps: Readonly<Record<FollowUp, string>>;
  readonly notSet: string;
  readonly quality: string;
  readonly scanned: string;
  readonly unnamed: string;
  readonly shared: string;
  readonly notShared: string;
  readonly withdraw: string;
  readonly businessCards: string;
  readonly notes: string;
  readonly newNote: string;
  readonly rating: string;
  readonly tags: string;
  readonly tagsHint: string;
  readonly answers: string;
  readonly save: string;
  readonly more: string;
  readonly export: string;
  readonly exportNote: string;
  readonly columns: {
    readonly title: string;
    readonly hint: string;
    /** `{crm}` is filled in: the name of a program. */
    readonly preset: string;
    readonly standard: string;
    /** The exhibitor's own columns are in use. */
    readonly own: string;
  };
  readonly questions: { readonly title: string; readonly hint: string; readonly asksConsent: string };
  readonly team: {
    readonly title: string;
    readonly email: string;
    readonly name: string;
    readonly invite: string;
    readonly you: string;
    readonly revoke: string;
    /** `{email}` is filled in. */
    readonly link: string;
  };
  readonly devices: {
    readonly title: string;
    readonly none: string;
    readonly pair: string;
    /** `{code}` is filled in. */
    readonly code: string;
    readonly qr: string;
    readonly online: string;
    readonly offline: string;
  };
  /** Confirmations of what a form did, by its errand. */
  readonly done: Readonly<Record<'edit' | 'withdraw' | 'questions' | 'columns' | 'revoke', string>>;
  /** `{reason}` is filled in. */
  readonly failed: string;
  readonly unknown: string;
}
