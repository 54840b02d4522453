/** Returns the values of a field that has one a line: without empty lines, and without the space around each. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
