/** The name of each kind of edit of a lead, for the button that undoes it and for what is said then. */
import type { LeadEditKind } from '#shared/leads/edit.ts';
import type { Formats } from '../words/formats.ts';
import type { LeadsWords } from './words/leads-words.ts';

/** Both ends of a visit name what was measured: "Start" alone says nothing. */
export function editNames(
  { lead, list }: LeadsWords,
  { line }: Pick<Formats, 'line'>,
): Readonly<Record<LeadEditKind, string>> {
  return {
    captured: list.scanned,
    rating: lead.rating,
    follow_up: lead.followUp,
    demo: lead.demo,
    card: lead.card,
    photo: lead.photo.name,
    questions: lead.questions,
    literature: lead.literature,
    started: line([lead.dwell, lead.start]),
    stopped: line([lead.dwell, lead.stop]),
    dwell: lead.dwell,
    tag: lead.tags,
    untag: lead.tags,
    note: lead.notes,
    answer: lead.ownQuestions,
    consent: lead.askConsent,
    undo: lead.undoShort,
  };
}
