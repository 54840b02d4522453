/** The name of each kind of edit of a lead, for the button that undoes it. */
import type { LeadEditKind } from '#shared/leads/edit.ts';
import type { LeadsWords } from './words/leads-words.ts';

export function editNames({ lead, list }: LeadsWords): Readonly<Record<LeadEditKind, string>> {
  return {
    captured: list.scanned,
    rating: lead.rating,
    follow_up: lead.followUp,
    demo: lead.demo,
    card: lead.card,
    photo: lead.photo.name,
    questions: lead.questions,
    literature: lead.literature,
    started: lead.start,
    stopped: lead.stop,
    dwell: lead.dwell,
    tag: lead.tags,
    untag: lead.tags,
    note: lead.notes,
    answer: lead.ownQuestions,
    consent: lead.askConsent,
    undo: lead.undoShort,
  };
}
