/**
 * A visit as it goes on by itself: scans and answers go to the station, the badge is asked for and waited for, and time
 * ends what nobody ends. What is said to whom stands in visit.ts.
 */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import { badgeProgress } from './badge-progress.ts';
import { answersToSend, atRest, moveOn, type Visit, type VisitEvent } from './visit.ts';

/** A badge comes out unasked after this: whoever is content need not touch the screen. */
export const confirmSeconds = 5;
/** The lane goes on by itself after this; after trouble people read longer. */
export const goodEndSeconds = 6;
export const otherEndSeconds = 8;
const lookEveryMs = 500;

export interface VisitControl {
  readonly visit: Visit;
  /** Rises with every visit: what has a state of its own begins anew with it. */
  readonly serial: number;
  readonly scan: (scan: ScanText) => void;
  readonly send: (event: VisitEvent) => void;
}

export interface VisitParts {
  readonly station: Pick<Station, 'admit' | 'answer'>;
  readonly printing: Printing;
  readonly onResult: (result: AdmitResult) => void;
}

export function useVisit({ station, printing, onResult }: VisitParts): VisitControl {
  const [visit, dispatch] = useReducer(moveOn, atRest);
  const [serial, setSerial] = useState(0);
  const current = useRef(visit);
  const asked = useRef(0);
  const lastText = useRef('');
  current.current = visit;

  /** Whoever is let in and leaves before saying yes has a right to a badge, too. */
  const letPrint = useCallback(() => {
    const left = current.current;
    if (left.at === 'badge') printing.confirm(left.registrationId);
  }, [printing]);

  const scan = useCallback(
    ({ source, candidates }: ScanText) => {
      const now = current.current;
      const [text = ''] = candidates;
      // The ticket is still held there: nobody else has come.
      if (now.at !== 'attract' && now.at !== 'done' && now.at !== 'staff' && text === lastText.current) return;
      lastText.current = text;
      asked.current += 1;
      const mine = asked.current;
      void resultOf(() => station.admit({ source, candidates })).then((result) => {
        // Another ticket overtook this one: its badge comes out all the same.
        if (mine !== asked.current) return admittedOf(result).forEach(printing.confirm);
        letPrint();
        setSerial(mine);
        onResult(result);
        dispatch({ kind: 'scanned', result, printers: hasPrinters(printing.state()) });
      });
    },
    [station, printing, onResult, letPrint],
  );

  const sending = answersToSend(visit);
  const sendingId = sending?.scanId;
  useEffect(() => {
    const toSend = answersToSend(current.current);
    if (toSend === null || toSend.scanId !== sendingId) return;
    const mine = asked.current;
    const answer = async () => station.answer(toSend.scanId, toSend.answers);
    void answer()
      .catch((error: unknown) => failed('answer', error))
      .then((result) => {
        if (mine !== asked.current) return;
        if (result.kind !== 'refused') onResult(result);
        dispatch({ kind: 'sent', result, printers: hasPrinters(printing.state()) });
      });
  }, [sendingId, station, printing, onResult]);

  useEndings(visit, printing, dispatch);

  const send = useCallback(
    (event: VisitEvent) => {
      const now = current.current;
      if (event.kind === 'confirmed') letPrint();
      if (event.kind === 'declined' && now.at === 'badge') void declineBadge(printing, now.registrationId);
      if (event.kind === 'reset') {
        letPrint();
        lastText.current = '';
        asked.current += 1;
      }
      dispatch(event);
    },
    [printing, letPrint],
  );
  return { visit, serial, scan, send };
}

/** What ends without anybody's doing: the wait for a yes, for the badge, and the last screen. */
function useEndings(visit: Visit, printing: Printing, dispatch: (event: VisitEvent) => void): void {
  const registrationId = visit.at === 'badge' || visit.at === 'printing' ? visit.registrationId : null;
  useEffect(() => {
    if (visit.at !== 'badge' || registrationId === null) return;
    return after(confirmSeconds, () => {
      printing.confirm(registrationId);
      dispatch({ kind: 'confirmed' });
    });
  }, [visit.at, registrationId, printing, dispatch]);

  useEffect(() => {
    if (visit.at !== 'printing' || registrationId === null) return;
    const sinceMs = performance.now();
    const look = (): void => {
      const progress = badgeProgress(printing.state(), registrationId, performance.now() - sinceMs);
      if (progress !== 'waiting' && progress !== 'printing') dispatch({ kind: 'printed', ending: progress });
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    const end = printing.subscribe(look);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [visit.at, registrationId, printing, dispatch]);
}

function after(seconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, seconds * 1_000);
  return () => clearTimeout(timer);
}

async function resultOf(ask: () => Promise<AdmitResult>): Promise<AdmitResult> {
  return ask().catch((error: unknown) => failed('admit', error));
}

function failed(what: string, error: unknown): AdmitResult {
  console.error(`${what} failed:`, error);
  return { kind: 'not_recorded', reason: 'storage_failed', message: '' };
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
