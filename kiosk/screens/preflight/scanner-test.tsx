/** The code to hold a scanner to, while the pre-flight waits for a scan of it. */
import type { ReactElement } from 'react';
import { scannerTestCode } from '#kiosk/preflight/scanner-test.ts';
import { QrCode } from '../parts/qr-code.tsx';
import type { PreflightWords } from './words/preflight-words.ts';

export interface ScannerTestProps {
  readonly words: PreflightWords['scan'];
  readonly heading: 'h2' | 'h3';
  readonly onSkip: () => void;
}

export function ScannerTest({ words, heading: Heading, onSkip }: ScannerTestProps): ReactElement {
  return (
    <section className="scanner-test" aria-label={words.title}>
      <QrCode className="scanner-test-code" text={scannerTestCode} label={words.code} />
      <div className="scanner-test-words">
        <Heading>{words.title}</Heading>
        <p>{words.how}</p>
        <button type="button" className="button" onClick={onSkip}>
          {words.skip}
        </button>
      </div>
    </section>
  );
}
