/** Names as people read them. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[._]/g, ' ');
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
