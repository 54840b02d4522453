/** Pairing codes as people type them. Pure. */

/** Upper case without the spaces and hyphens that people put in. */
export function tidyPairingCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 16);
}
