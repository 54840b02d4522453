/**
 * From a scan's text to the verdict on the screen and back to rest. The next scan replaces the last one at once;
 * answers that overtake each other never bring an older scan back.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult, Station } from '#kiosk/station/station.ts';

export interface Shown {
  readonly result: AdmitResult;
  readonly serial: number;
}

export interface Admission {
  readonly shown: Shown | null;
  readonly admit: (scan: ScanText) => void;
  /** Of somebody who was searched for. */
  readonly admitRegistration: (registrationId: string) => void;
  readonly dismiss: () => void;
}

/**
 * @param resultSeconds how long a verdict stays; 0: until the next scan
 * @param onShown called once per verdict, when it is about to be shown
 */
export function useAdmission(
  station: Station,
  resultSeconds: number,
  onShown: (result: AdmitResult) => void,
): Admission {
  const [shown, setShown] = useState<Shown | null>(null);
  const lastAsked = useRef(0);
  const lastShown = useRef(0);

  const show = useCallback(
    (answer: Promise<AdmitResult>) => {
      lastAsked.current += 1;
      const serial = lastAsked.current;
      void answer
        .catch((error: unknown): AdmitResult => {
          console.error('admit failed:', error);
          return { kind: 'not_recorded', reason: 'storage_failed', message: messageOf(error) };
        })
        .then((result) => {
          if (serial < lastShown.current) return;
          lastShown.current = serial;
          onShown(result);
          setShown({ result, serial });
        });
    },
    [onShown],
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
    if (shown === null || resultSeconds === 0) return;
    const timer = setTimeout(() => setShown(null), resultSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [shown, resultSeconds]);

  const dismiss = useCallback(() => setShown(null), []);
  return { shown, admit, admitRegistration, dismiss };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
