/** Names as people read them. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[._]/g, ' ');
}
