/** The characters that CEA-608 can carry, with their bytes. Bytes are without their parity here. */

/** Two bytes of one field of a frame. */
export type Pair = readonly [number, number];

/** Pairs that follow each other without anything between. */
export type Group = readonly Pair[];

export const columns = 32;

/** Characters of the basic set that differ from ASCII. */
const basicOthers: Readonly<Record<string, number>> = {
  "'": 0x27,
  '’': 0x27,
  á: 0x2a,
  é: 0x5c,
  í: 0x5e,
  ó: 0x5f,
  ú: 0x60,
  ç: 0x7b,
  '÷': 0x7c,
  Ñ: 0x7d,
  ñ: 0x7e,
  '█': 0x7f,
};
/** These places of ASCII are taken by the letters above. */
const takenPlaces = '*\\^_`{|}~';

const setOf = (first: number, characters: string) =>
  new Map([...characters].map((character, at) => [character, first + at] as const));
const special = setOf(0x30, '®°½¿™¢£♪à\u00a0èâêîôû');
const extendedSpanish = setOf(0x20, 'ÁÉÓÚÜü´¡*‘—©℠·“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»');
const extendedGerman = setOf(0x20, 'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘');

const replaced: Readonly<Record<string, string>> = {
  '‚': ',',
  '„': '“',
  '‹': '<',
  '›': '>',
  '–': '-',
  '‑': '-',
  '…': '...',
  '`': '‘',
  '€': 'EUR',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '•': '·',
  '♫': '♪',
  '\t': ' ',
};

type Place = { readonly basic: number } | { readonly pair: Pair; readonly before: number | null };

function placeOf(character: string): Place | null {
  const other = basicOthers[character];
  if (other !== undefined) return { basic: other };
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f && !takenPlaces.includes(character)) return { basic: code };
  const low = special.get(character);
  if (low !== undefined) return { pair: [0x11, low], before: null };
  const spanish = extendedSpanish.get(character);
  const german = extendedGerman.get(character);
  if (spanish === undefined && german === undefined) return null;
  // A decoder that lacks the extended set shows the letter before; one that has it writes over that letter.
  const plain = character.normalize('NFD')[0] ?? ' ';
  const code7 = plain.codePointAt(0) ?? 0x20;
  const before = code7 > 0x20 && code7 < 0x7f && !takenPlaces.includes(plain) ? code7 : 0x20;
  return spanish === undefined ? { pair: [0x13, german ?? 0x20], before } : { pair: [0x12, spanish], before };
}

/**
 * The text in characters that can be carried: others are replaced by similar ones.
 *
 * @returns null where more than a quarter of all characters are letters or digits that have none: another script
 */
export function carriedText(text: string): string | null {
  let lost = 0;
  let all = 0;
  let made = '';
  for (const character of text.normalize('NFC')) {
    all += 1;
    if (character === '\n' || placeOf(character)) {
      made += character;
      continue;
    }
    const similar = replaced[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
    if (similar !== '' && [...similar].every((one) => placeOf(one))) made += similar;
    else if (/\p{L}|\p{N}/u.test(character)) {
      made += '?';
      lost += 1;
    }
  }
  return lost * 4 > all ? null : made;
}

/** @returns rows of at most 32 characters; words that are longer are cut */
export function rowsOf(text: string): readonly string[] {
  const rows: string[] = [];
  for (const line of text.split('\n')) {
    let row: string[] = [];
    const end = () => {
      if (row.length > 0) rows.push(row.join(''));
      row = [];
    };
    for (const word of line.split(' ').filter((one) => one !== '')) {
      let letters = [...word];
      if (row.length > 0 && row.length + 1 + letters.length > columns) end();
      while (letters.length > columns) {
        rows.push(letters.slice(0, columns).join(''));
        letters = letters.slice(columns);
      }
      row = row.length > 0 ? [...row, ' ', ...letters] : letters;
    }
    end();
  }
  return rows;
}

const nothing: Pair = [0, 0];
/** Resume caption loading. */
export const resumeLoading: Pair = [0x14, 0x20];

/** @param row of `carriedText` */
export function textGroups(row: string): readonly Group[] {
  const groups: Group[] = [];
  let waiting: number | null = null;
  let last = nothing;
  const flush = () => {
    if (waiting !== null) groups.push([[waiting, 0]]);
    waiting = null;
  };
  const basic = (byte: number) => {
    if (waiting === null) waiting = byte;
    else {
      groups.push([[waiting, byte]]);
      waiting = null;
    }
    last = nothing;
  };
  for (const character of row) {
    const place = placeOf(character);
    if (!place) continue;
    if ('basic' in place) {
      basic(place.basic);
      continue;
    }
    const { before, pair } = place;
    if (before === null) {
      flush();
      // The special set is sent twice, as control codes are. Some decoders take all repetitions for one:
      // another code, which changes nothing, parts them.
      if (last[0] === pair[0] && last[1] === pair[1]) groups.push([resumeLoading, resumeLoading]);
      groups.push([pair, pair]);
    } else {
      basic(before);
      flush();
      groups.push([pair]);
    }
    last = pair;
  }
  flush();
  return groups;
}
