/**
 * A guest's visit as it goes on by itself: results of scans move it, answers go to the station, the badge is confirmed
 * and waited for, and time ends what the guest does not end. The steps and what each says are in visit.ts.
 */
import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import { createObservable, type Observed } from '#shared/base/observable.ts';
import { answersToSend, atRest, moveOn, type Visit, type VisitEvent } from './visit.ts';
import { createVisitEndings } from './visit-endings.ts';

export interface VisitView {
  readonly visit: Visit;
  /** Rises with every scan whose result is shown: components with a state of their own begin again with it. */
  readonly serial: number;
  /** Rises with every result that changes the visit, also one within it. */
  readonly results: number;
}

export interface VisitControl extends Observed<VisitView> {
  /** @returns where the scan's result goes; null: the guest still holds the same ticket there */
  take(scan: ScanText): ((result: AdmitResult) => void) | null;
  send(event: VisitEvent): void;
  reset(): void;
}

export interface VisitParts {
  readonly station: Pick<Station, 'answer'>;
  readonly printing: Printing;
  /** Called once for each result of a scan or of answers; not for an overtaken one, nor one that changes nothing. */
  readonly onResult: (result: AdmitResult) => void;
}

export function createVisitControl({ station, printing, onResult }: VisitParts): VisitControl {
  const view = createObservable<VisitView>({ visit: atRest, serial: 0, results: 0 });
  const endings = createVisitEndings(printing, move);
  let asked = 0;
  let lastText = '';
  const visitNow = (): Visit => view.get().visit;

  function move(event: VisitEvent, also: Partial<VisitView> = {}): void {
    const before = visitNow();
    const visit = moveOn(before, event);
    view.set({ ...view.get(), ...also, visit });
    if (answersToSend(before) === null) sendAnswers(visit);
    endings.follow(visit);
  }

  function sendAnswers(visit: Visit): void {
    const toSend = answersToSend(visit);
    if (toSend === null) return;
    const mine = asked;
    const answer = async () => station.answer(toSend.scanId, toSend.answers);
    void answer()
      .catch((error: unknown): AdmitResult => {
        console.error('answer failed:', error);
        return { kind: 'not_recorded', reason: 'storage_failed', message: '' };
      })
      .then((result) => {
        if (mine !== asked) return;
        if (result.kind !== 'refused') onResult(result);
        const results = view.get().results + (result.kind === 'refused' ? 0 : 1);
        move({ kind: 'sent', result, printers: hasPrinters(printing.state()) }, { results });
      });
  }

  /** A guest who is let in and leaves before saying yes gets the badge all the same. */
  function letPrint(): void {
    const left = visitNow();
    if (left.at === 'badge') printing.confirm(left.registrationId);
  }

  function send(event: VisitEvent): void {
    const now = visitNow();
    if (event.kind === 'confirmed') letPrint();
    if (event.kind === 'declined' && now.at === 'badge') void declineBadge(printing, now.registrationId);
    if (event.kind === 'reset') {
      letPrint();
      lastText = '';
      asked += 1;
    }
    move(event);
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    take({ candidates }) {
      const { at } = visitNow();
      const [text = ''] = candidates;
      if (at !== 'attract' && at !== 'done' && at !== 'staff' && text === lastText) return null;
      lastText = text;
      asked += 1;
      const mine = asked;
      return (result) => {
        // Another ticket overtook this one: its badge comes out all the same.
        if (mine !== asked) return admittedOf(result).forEach(printing.confirm);
        const event: VisitEvent = { kind: 'scanned', result, printers: hasPrinters(printing.state()) };
        // Another code of the ticket that is held there: the visit goes on, and its waits with it.
        if (moveOn(visitNow(), event) === visitNow()) return;
        letPrint();
        onResult(result);
        move(event, { serial: mine, results: view.get().results + 1 });
      };
    },
    send,
    reset: () => send({ kind: 'reset' }),
  };
}

async function declineBadge(printing: Printing, registrationId: string): Promise<void> {
  await printing
    .decline(registrationId)
    .catch((error: unknown) => console.error('the badge was not held back:', error));
}

function admittedOf(result: AdmitResult): readonly string[] {
  if (result.kind !== 'decided' || result.outcome.verdict.code !== 'admitted') return [];
  return result.outcome.person === null ? [] : [result.outcome.person.registrationId];
}

function hasPrinters({ printers }: PrintingState): boolean {
  return printers.length > 0;
}
