/** The name a client gives a file: shown and offered for saving, never a path of ours. */

const charsMax = 200;
/** Names that Windows takes for devices, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * @param given anything; of a path the last part counts
 * @returns without control and bidirectional characters, without what no system takes, never empty, at most 200 characters
 */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '');
  const named = devices.test(plain) ? `_${plain}` : plain;
  if (named === '') return 'file';
  const chars = [...named];
  if (chars.length <= charsMax) return named;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(named)?.[0] ?? '';
  return chars.slice(0, charsMax - ending.length).join('') + ending;
}

/** RFC 6266 section 4: plain letters for old clients, the whole name for the others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
