/**
 * Values in the middle of a sentence keep their own direction: a Latin name in an Arabic sentence, an Arabic one in an
 * English. Without this the neutral characters around the value (a colon, brackets, a price) move to its other side.
 */

/** First strong isolate … pop directional isolate (Unicode UAX #9). */
const [isolate, pop] = ['\u2068', '\u2069'];

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * @param direction of the sentence
 * @returns the value as it is where nothing of it could move: a left-to-right sentence with a value that has no
 *   right-to-left letter; isolated otherwise
 */
export function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const stays = value === '' || (direction === 'ltr' && !rightToLeft.test(value));
  return stays || value.startsWith(isolate) ? value : `${isolate}${value}${pop}`;
}
