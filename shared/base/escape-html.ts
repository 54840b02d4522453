/** Text on its way into HTML, as content or as the value of an attribute, and into WebVTT, as content. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char]!);
}

/** Escapes content alone, where quotes stay as they are: WebVTT knows no entity for them. */
export function escapeContent(text: string): string {
  return text.replace(/[&<>]/g, (char) => entities[char]!);
}
