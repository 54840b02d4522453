/** An address as a QR code, dark on light in both themes so that every phone reads it. */
import { encodeQR } from 'qr';

/** Modules around the code that stay light. */
const quiet = 2;

export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quiet });
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label}>
      <rect className="light" width="100%" height="100%" />
      <path className="dark" d={path} />
    </svg>
  );
}
