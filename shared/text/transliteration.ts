/**
 * Letters that Unicode does not decompose to the ones people type, and other alphabets in Latin letters.
 * Each entry: the letter, its usual spelling, and where there is one its other spelling: `ü` is u or ue, `х` kh or h.
 * Data only; read by fold.ts.
 */

const latin =
  'ß ss|æ ae|œ oe|ø o oe|ä a ae|ö o oe|ü u ue|å a aa|ł l|đ d dj|ð d|þ th|ı i|ħ h|ŋ ng|ŧ t|ĸ k|ə a e|ɓ b|ɗ d|ƙ k|ƴ y|ʉ u';

/** First as newspapers spell (BGN/PCGN without its marks), second as passports do (ICAO Doc 9303 part 3), or the shorter. */
const cyrillic =
  'а a|б b|в v|г g|д d|е e|ё e yo|ж zh|з z|и i|й y i|к k|л l|м m|н n|о o|п p|р r|с s|т t|у u|ф f|х kh h|ц ts|ч ch' +
  '|ш sh|щ shch|ъ|ы y|ь|э e|ю yu iu|я ya ia|і i|ї yi i|є ye ie|ґ g|ў w u|ј j|љ lj|њ nj|ћ c|ђ dj d|џ dz|ѓ gj|ќ kj|ѕ dz' +
  '|ә a|ғ g|қ k q|ң n ng|ө o|ұ u|ү u|һ h';

/** First ELOT 743, second the older spelling. */
const greek =
  'α a|β v b|γ g|δ d|ε e|ζ z|η i e|θ th|ι i|κ k c|λ l|μ m|ν n|ξ x|ο o|π p|ρ r|σ s|ς s|τ t|υ y u|φ f ph|χ ch h|ψ ps|ω o';

/** Spellings that writers of Arabic and Persian mix freely, and digits. */
const arabic =
  'ٱ ا|ى ي|ی ي|ې ي|ة ه|ہ ه|ھ ه|ە ه|ک ك|ء|ـ' +
  [...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => `|${digit} ${value}`).join('') +
  [...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => `|${digit} ${value}`).join('');

export interface Spelling {
  readonly usual: string;
  readonly other: string;
}

export const spellings: ReadonlyMap<string, Spelling> = new Map(
  [latin, cyrillic, greek, arabic]
    .flatMap((table) => table.split('|'))
    .map((entry) => {
      const [letter = '', usual = '', other = usual] = entry.split(' ');
      return [letter, { usual, other }];
    }),
);

/** Greek letters that sound together, after accents are gone. */
export const greekPairs: readonly { readonly letters: RegExp; readonly spelling: Spelling }[] = [
  { letters: /ου/g, spelling: { usual: 'ou', other: 'u' } },
  { letters: /αυ/g, spelling: { usual: 'av', other: 'au' } },
  { letters: /ευ/g, spelling: { usual: 'ev', other: 'eu' } },
  { letters: /γγ/g, spelling: { usual: 'ng', other: 'ng' } },
  { letters: /γχ/g, spelling: { usual: 'nch', other: 'nch' } },
  { letters: /^μπ/g, spelling: { usual: 'b', other: 'mp' } },
  { letters: /^ντ/g, spelling: { usual: 'd', other: 'nt' } },
];
