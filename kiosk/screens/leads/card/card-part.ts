/** The props of each part of a lead's card. Types only. */
import type { EntryKind, ShownLead } from '#kiosk/leads/leads.ts';
import type { LeadEditValues } from '#shared/leads/edit.ts';

/** Stores an entry about the open lead. */
export type Enter = <K extends EntryKind>(kind: K, value: LeadEditValues[K]) => void;

export interface CardPartProps {
  readonly shown: ShownLead;
  readonly enter: Enter;
  readonly nowMs: number;
}
