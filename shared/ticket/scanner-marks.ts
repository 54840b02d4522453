/** Marks of the text's encoding (ECI, `\0000NN`) that some scanners put before a code; also twice. */
const eciMarks = /^(?:\\0000[0-9]{2})+/;

/** Blanks stay: they are letters of Base45. */
export function withoutEciMarks(text: string): string {
  return text.replace(eciMarks, '');
}

/** Strips what scanners add to a text. Every scan at a gate passes it, with codes of any issuer. */
export function withoutScannerMarks(text: string): string {
  return withoutEciMarks(text.trim()).trim();
}
