/** The lead that is open: who it is, what happened at the booth, and what is to come of it. Every tap is stored at once. */
import type { ReactElement } from 'react';
import type { Leads, OwnQuestion, ShownLead } from '#kiosk/leads/leads.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import type { CardPartProps, Enter } from './card/card-part.ts';
import { ConsentPart } from './card/consent-part.tsx';
import { ContactPart } from './card/contact-part.tsx';
import { FollowUpPart } from './card/follow-up-part.tsx';
import { Gauge, HowMade } from './card/gauge.tsx';
import { HappenedPart } from './card/happened-part.tsx';
import { NotesPart } from './card/notes-part.tsx';
import { PhotosPart } from './card/photos-part.tsx';
import { QuestionsPart } from './card/questions-part.tsx';
import { RatingPart } from './card/rating-part.tsx';
import { TagsPart } from './card/tags-part.tsx';
import { editNames } from './edit-names.ts';
import type { LeadsView } from './leads-view.ts';
import { catalogues } from './words/catalogues.ts';

export interface LeadCardProps {
  readonly titleId: string;
  readonly shown: ShownLead;
  readonly isNew: boolean;
  readonly leads: Pick<Leads, 'addPhoto' | 'enter' | 'photo' | 'tapVisit'>;
  /** Current picture of the scanner's camera; null: it is not running. */
  readonly cameraPicture: () => HTMLVideoElement | null;
  readonly questions: readonly OwnQuestion[];
  readonly view: LeadsView;
  readonly nowMs: number;
}

const notStored = { kind: 'not_recorded', reason: 'storage_failed', message: '' } as const;

export function LeadCard(props: LeadCardProps): ReactElement {
  const { titleId, shown, isNew, leads, questions, view, nowMs } = props;
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { badge, person, lead, undoable } = shown;
  const settle = (storing: ReturnType<Leads['tapVisit']>): void =>
    void storing.catch(() => notStored).then((result) => view.entered(result));
  const enter: Enter = (kind, value) => settle(leads.enter(badge, kind, value));
  const part: CardPartProps = { shown, enter, nowMs };
  return (
    <>
      <div className="lead-top">
        <div>
          <p className="lead-when">
            {isNew && (
              <span className="lead-pill" data-weight="new">
                {words.lead.isNew}
              </span>
            )}
            <span>{format.exactTime(lead.lastCapturedAt ?? '', nowMs)}</span>
          </p>
          <h2 id={titleId}>
            <bdi>{person.name ?? words.lead.notYetNamed}</bdi>
          </h2>
          <p className="hint">{format.line([person.role, person.company])}</p>
        </div>
        <Gauge lead={lead} />
      </div>
      <ContactPart {...part} />
      <ConsentPart {...part} />
      <PhotosPart
        shown={shown}
        leads={leads}
        cameraPicture={props.cameraPicture}
        onTaken={settle}
        onUnreadable={view.photoUnreadable}
        onRemove={(edit) => view.undo(badge, edit, 'photo')}
      />
      <HappenedPart {...part} onVisit={() => settle(leads.tapVisit(badge))} />
      <RatingPart {...part} />
      <NotesPart {...part} />
      <TagsPart {...part} />
      <FollowUpPart {...part} />
      <QuestionsPart {...part} questions={questions} />
      <HowMade lead={lead} />
      <div className="lead-go">
        <button type="button" className="button quiet" onClick={() => view.discard(badge)}>
          {words.lead.discard}
        </button>
        {undoable !== null && (
          <button type="button" className="button quiet" onClick={() => view.undo(badge, undoable.edit, undoable.kind)}>
            {words.lead.undo(editNames(words, format)[undoable.kind])}
          </button>
        )}
        <button type="button" className="button strong" onClick={() => view.open(null)}>
          {words.lead.next}
        </button>
      </div>
    </>
  );
}
