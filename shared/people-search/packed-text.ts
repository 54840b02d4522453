/**
 * Texts and ids as strings of characters below 256, which engines keep in one byte each: a single Ł or ’ would double
 * a whole record. Lossless for any string, also one with half a surrogate pair. For person-records.ts.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A loop instead of a regular expression: for a word of ten letters, starting one takes longer. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** UTF-8 of each UTF-16 unit by itself (CESU-8, Unicode TR 26), so that packed texts have the order of the texts. */
export function packText(text: string): string {
  if (isPlain(text)) return text;
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) out += text[at];
    else if (unit < 0x800) out += String.fromCharCode(0xc0 | (unit >> 6), 0x80 | (unit & 63));
    else out += String.fromCharCode(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63));
  }
  return out;
}

export function unpackText(packed: string): string {
  if (isPlain(packed)) return packed;
  let out = '';
  for (let at = 0; at < packed.length; at += 1) {
    const lead = packed.charCodeAt(at);
    if (lead < 0x80) out += packed[at];
    else {
      let unit = lead < 0xe0 ? lead & 31 : lead & 15;
      for (let more = lead < 0xe0 ? 1 : 2; more > 0; more -= 1) {
        at += 1;
        unit = (unit << 6) | (packed.charCodeAt(at) & 63);
      }
      out += String.fromCharCode(unit);
    }
  }
  return out;
}

const uuidMark = '\x01';
const textMark = '\x02';
const textEnd = '\0';
const uuidBytes = 16;
/** Positions of the pairs of digits in a UUID. */
const pairsAt = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** Kept from id to id; its length is that of every UUID. */
const codes = new Array<number>(uuidBytes).fill(0);

function nibble(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** A UUID in 17 characters, which may hold NUL; any other id as it is, between a mark and NUL. */
export function packId(id: string): string {
  if (!uuid.test(id)) return textMark + packText(id) + textEnd;
  for (let n = 0; n < uuidBytes; n += 1) {
    const at = pairsAt[n]!;
    codes[n] = (nibble(id, at) << 4) | nibble(id, at + 1);
  }
  return uuidMark + String.fromCharCode(...codes);
}

/** @returns the id that begins at `start`, and where it ends */
export function unpackId(packed: string, start: number): { readonly id: string; readonly end: number } {
  if (packed[start] !== uuidMark) {
    const end = packed.indexOf(textEnd, start);
    return { id: unpackText(packed.slice(start + 1, end)), end: end + 1 };
  }
  const end = start + 1 + uuidBytes;
  let hex = '';
  for (let at = start + 1; at < end; at += 1) hex += packed.charCodeAt(at).toString(16).padStart(2, '0');
  const cuts = [0, 8, 12, 16, 20, 32];
  return {
    id: cuts
      .slice(1)
      .map((cut, at) => hex.slice(cuts[at], cut))
      .join('-'),
    end,
  };
}
