/**
 * From a scan's text to the verdict on the screen and back to rest. The next scan replaces the last one at once;
 * answers that overtake each other never bring an older scan back.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { Overruling } from './verdict/verdict-view.ts';

export interface Shown {
  readonly result: AdmitResult;
  readonly serial: number;
  readonly overruling: Overruling | null;
}

/** Shows a result in the place that was taken for it, unless a later scan stands there already. */
export type Present = (result: AdmitResult, overruling?: Overruling) => void;

export interface Admission {
  readonly shown: Shown | null;
  readonly admit: (scan: ScanText) => void;
  /** Of somebody who was searched for. */
  readonly admitRegistration: (registrationId: string) => void;
  /** For whatever else comes to a result: takes its place in the order before the asking. */
  readonly reserve: () => Present;
  readonly dismiss: () => void;
}

export interface AdmissionOptions {
  /** How long a verdict stays; 0: until the next scan. */
  readonly resultSeconds: number;
  /** Somebody is at work on the verdict that stands: it stays. */
  readonly hold: boolean;
  /** Called once per verdict, when it is about to be shown. */
  readonly onShown: (result: AdmitResult) => void;
  /** A result that came after a later scan's: it is not shown on the surface, but must not pass unseen. */
  readonly onOvertaken: (result: AdmitResult) => void;
}

export function useAdmission(station: Station, options: AdmissionOptions): Admission {
  const { resultSeconds, hold, onShown, onOvertaken } = options;
  const [shown, setShown] = useState<Shown | null>(null);
  const lastAsked = useRef(0);
  const lastShown = useRef(0);

  const reserve = useCallback((): Present => {
    lastAsked.current += 1;
    const serial = lastAsked.current;
    return (result, overruling) => {
      if (serial < lastShown.current) return onOvertaken(result);
      lastShown.current = serial;
      onShown(result);
      setShown({ result, serial, overruling: overruling ?? null });
    };
  }, [onShown, onOvertaken]);

  const show = useCallback(
    (answer: Promise<AdmitResult>) => {
      const present = reserve();
      void answer
        .catch((error: unknown): AdmitResult => {
          console.error('admit failed:', error);
          return { kind: 'not_recorded', reason: 'storage_failed', message: String(error) };
        })
        .then((result) => present(result));
    },
    [reserve],
  );

  const admit = useCallback(
    ({ source, candidates }: ScanText) => show(station.admit({ source, candidates })),
    [station, show],
  );
  const admitRegistration = useCallback(
    (registrationId: string) => show(station.admitRegistration(registrationId)),
    [station, show],
  );

  useEffect(() => {
    if (shown === null || resultSeconds === 0 || hold) return;
    const timer = setTimeout(() => setShown(null), resultSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [shown, resultSeconds, hold]);

  const dismiss = useCallback(() => setShown(null), []);
  return { shown, admit, admitRegistration, reserve, dismiss };
}
