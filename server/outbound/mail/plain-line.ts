/** Text from people on its way into one line: of a header, of a calendar entry, of a sentence. */

const lineBreaking = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Characters that could end a line, or hide in one, become spaces: one header stays one header. */
export function plainLine(text: string): string {
  return text.replace(lineBreaking, ' ').trim();
}
