/** Pairing codes as people type them. Pure. */

/** Keeps letters A to Z, in upper case, and digits, at most 16: people put spaces and hyphens in between. */
export function tidyPairingCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 16);
}
