/** The code to hold a scanner to, while the scanner is being waited for. */
import { encodeQR } from 'qr';
import { type ReactElement, useMemo } from 'react';
import { scannerTestCode } from '#kiosk/preflight/scanner-test.ts';
import type { PreflightWords } from './words/preflight-words.ts';

export interface ScannerTestProps {
  readonly words: PreflightWords['scan'];
  readonly heading: 'h2' | 'h3';
  readonly onSkip: () => void;
}

export function ScannerTest({ words, heading: Heading, onSkip }: ScannerTestProps): ReactElement {
  const { path, size } = useMemo(() => drawCode(scannerTestCode), []);
  return (
    <section className="scanner-test" aria-label={words.title}>
      {/* Black on white in the dark scheme too: scanners do not read the reverse. */}
      <svg className="scanner-test-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.code}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
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

/** ISO/IEC 18004 section 6.3.8 asks for four modules of quiet around a code. */
const quietModules = 4;

function drawCode(text: string): { readonly path: string; readonly size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const path = modules.flatMap((row, y) => row.flatMap((black, x) => (black ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size: modules.length };
}
