/**
 * Normalizes the reason that staff give for acting against the rules: stored with the scan (`scans.overrideReason`,
 * `scans.undoReason`).
 */
const reasonMaxChars = 500;

/** Null: none was given. */
export function reasonOf(text: string): string | null {
  const reason = text.toWellFormed().trim().slice(0, reasonMaxChars).toWellFormed();
  return reason === '' ? null : reason;
}
