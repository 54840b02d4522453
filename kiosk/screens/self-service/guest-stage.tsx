/**
 * The guest's side of the page: one thing at a time. The element with `role="status"` is always the same one and bears
 * the verdict while a visit stands, as on the staff's page; what is in it is said aloud.
 */
import type { ReactElement } from 'react';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { Attract } from './attract.tsx';
import { BadgeStep } from './badge-step.tsx';
import { EndStep } from './end-step.tsx';
import { GuestIcon, type GuestPicture } from './guest-icon.tsx';
import { QuestionStep } from './question-step.tsx';
import { idleWarningSeconds, StillThere } from './still-there.tsx';
import { useIdleSeconds } from './use-idle.ts';
import type { Visit, VisitEvent } from './visit.ts';
import { catalogues } from './words/catalogues.ts';
import type { SelfServiceWords } from './words/self-service-words.ts';

export interface GuestStageProps {
  readonly visit: Visit;
  readonly serial: number;
  readonly station: StationState;
  readonly printing: Printing;
  readonly camera: Camera;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly send: (event: VisitEvent) => void;
}

export function GuestStage(props: GuestStageProps): ReactElement {
  const { visit, serial, station, printing, camera, nowMs, send } = props;
  const words = useWordsOf(catalogues);
  const asking = visit.at === 'questions' && !visit.sending;
  const idle = useIdleSeconds(asking, serial);
  const said = headline(visit, words);
  return (
    <div className="guest" data-step={visit.at}>
      <div
        className="guest-said"
        role="status"
        aria-live="assertive"
        aria-atomic="true"
        data-verdict={verdictOf(visit)}
        data-scan={'scanId' in visit ? (visit.scanId ?? undefined) : undefined}
        data-serial={serial}
      >
        {said !== null && (
          <div className="guest-headline" key={`${serial}-${visit.at}`} data-good={isGood(visit)}>
            <GuestIcon picture={said.picture} />
            {said.hello !== null && (
              <p className="guest-hello" dir="auto">
                {said.hello}
              </p>
            )}
            <h1>{said.title}</h1>
            {said.sentence !== null && <p className="guest-sentence">{said.sentence}</p>}
          </div>
        )}
      </div>
      <PageUnderPanel>
        {visit.at === 'attract' && <Attract eventName={station.eventName} camera={camera} />}
        {visit.at === 'questions' && <QuestionStep key={serial} visit={visit} send={send} />}
        {visit.at === 'badge' && (
          <BadgeStep key={serial} printing={printing} registrationId={visit.registrationId} send={send} />
        )}
        {visit.at === 'printing' && <progress className="guest-waits" aria-label={words.printing.title} />}
        {(visit.at === 'done' || visit.at === 'staff') && (
          <EndStep key={serial} visit={visit} nowMs={nowMs} send={send} />
        )}
      </PageUnderPanel>
      {asking && idle >= idleWarningSeconds && <StillThere onEnd={() => send({ kind: 'reset' })} />}
    </div>
  );
}

interface Headline {
  readonly picture: GuestPicture;
  readonly hello: string | null;
  readonly title: string;
  readonly sentence: string | null;
}

function headline(visit: Visit, words: SelfServiceWords): Headline | null {
  const hello = 'firstName' in visit && visit.firstName !== null ? words.hello(visit.firstName) : null;
  switch (visit.at) {
    case 'attract':
      return null;
    case 'questions':
      return {
        picture: 'question',
        hello,
        title: visit.sending ? words.moment : words.questions.title,
        sentence: null,
      };
    case 'badge':
      return { picture: 'badge', hello, title: words.badge.title, sentence: null };
    case 'printing':
      return { picture: 'printing', hello, ...words.printing };
    case 'done':
      return { picture: visit.ending === 'badge' ? 'badge' : 'welcome', hello, ...words.endings[visit.ending] };
    case 'staff': {
      const picture = visit.hint === 'show_ticket' || visit.hint === 'reload_ticket' ? 'ticket' : 'staff';
      return { picture, hello: null, ...words.hints[visit.hint] };
    }
  }
}

function verdictOf(visit: Visit): string | undefined {
  if (visit.at === 'attract') return undefined;
  if (visit.at === 'questions') return 'questions_required';
  return visit.at === 'staff' ? visit.verdict : 'admitted';
}

function isGood(visit: Visit): boolean {
  return visit.at === 'badge' || visit.at === 'printing' || visit.at === 'done';
}
