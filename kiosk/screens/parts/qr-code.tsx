/** A QR code, for a person to hold a device to. */
import { encodeQR } from 'qr';
import { type ReactElement, useMemo } from 'react';

/** ISO/IEC 18004 section 6.3.8 asks for four modules of quiet around a code. */
const quietModules = 4;

export interface QrCodeProps {
  readonly text: string;
  /** Description for people who do not see the code. */
  readonly label: string;
  readonly className: string;
}

export function QrCode({ text, label, className }: QrCodeProps): ReactElement {
  const { path, size } = useMemo(() => drawCode(text), [text]);
  return (
    // Black on white in the dark scheme too: scanners do not read the reverse.
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function drawCode(text: string): { readonly path: string; readonly size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const path = modules.flatMap((row, y) => row.flatMap((black, x) => (black ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size: modules.length };
}
