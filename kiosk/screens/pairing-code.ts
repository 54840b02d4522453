/** Reading pairing codes as people type them and as the console's QR carries them. Pure. */

/** Upper case without the spaces and hyphens that people put in. */
export function tidyPairingCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 16);
}

/** @returns the code in a scanned text: an address with `?pair=`, or the bare eight characters */
export function pairingCodeIn(text: string): string | null {
  const inAddress = /[?&]pair=([A-Za-z0-9-]{6,20})/.exec(text)?.[1];
  if (inAddress !== undefined) return tidyPairingCode(inAddress);
  return /^[A-Za-z0-9]{8}$/.test(text.trim()) ? tidyPairingCode(text) : null;
}
