/** The name of a language in itself, as menus of captions show it; the code itself where it has none. */
export function languageName(lang: string): string {
  try {
    const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
    return name.replaceAll('"', '');
  } catch {
    return lang;
  }
}
