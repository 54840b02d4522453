/** Marks of the text's encoding (ECI, `\0000NN`) that some scanners put before a code; also twice. */
const eciMarks = /^(?:\\0000[0-9]{2})+/;

/** Blanks stay: they are letters of Base45. */
export function withoutEciMarks(text: string): string {
  return text.replace(eciMarks, '');
}

/** What is left of a scanned text without what scanners add. Every scan at a gate passes it, whoever issued the code. */
export function withoutScannerMarks(text: string): string {
  return withoutEciMarks(text.trim()).trim();
}
