/**
 * The kiosk's search and the server's find the same people: with any letters in their names and any grouping of a
 * number.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPeopleIndex } from '#shared/people-search/people-index.ts';
import { meetsSearch, parseSearch, searchText } from '#shared/query/search.ts';
import { codeGroups } from '#shared/text/code-groups.ts';
import { spellings } from '#shared/text/transliteration.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';

const number = ticketNumber(
  '0196a0b0-0001-7000-8000-00000000c0de',
  new Uint8Array([1, 0, 32, 9, 250, 77, 1, 0, 16, 3]),
);

/** @returns whether the kiosk and the server find this person */
function finders(name: string, wanted: string, ticket = number): readonly boolean[] {
  const index = createPeopleIndex();
  index.add({ id: '1', name, email: 'x@example.org', company: 'Yards', ticketNumber: ticket });
  const texts = [name, 'x@example.org', 'Yards', ticket];
  return [index.search(wanted).hits.length > 0, meetsSearch(parseSearch(wanted), searchText(texts))];
}
const both = [true, true];

describe('a name', () => {
  const letters = [...spellings].filter(([letter, { usual }]) => /^\p{L}$/u.test(letter) && /^[a-z]+$/.test(usual));

  test.each(letters)('with %s is found by every spelling of it', (letter, { usual, other }) => {
    // Alone among its neighbours: some pairs of Greek letters are spelled together.
    const name = `${letter}x${letter} Test`;
    for (const spelled of new Set([usual, other])) {
      const wanted = `${spelled}x${spelled}`;
      expect([wanted, ...finders(name, wanted)]).toEqual([wanted, ...both]);
    }
    for (const wanted of [name, name.toUpperCase(), name.normalize('NFD')])
      expect([wanted, ...finders(name, wanted)]).toEqual([wanted, ...both]);
  });

  test.each([
    ['Jan Łukasiewicz', ['lukasiewicz', 'LUKASIEWICZ', 'łukasie', 'jan luk']],
    ['Søren Ærø', ['soren', 'soeren', 'aero', 'Sören']],
    ['Jürgen Groß', ['jurgen', 'juergen', 'gross', 'GROSS']],
    ['Juergen Gross', ['Jürgen', 'groß']],
    ['Đặng Văn Đức', ['dang', 'duc', 'van duc']],
    ['Işıl İnan', ['isil', 'inan', 'IŞIL']],
    ['Ｗｉｄｅ Ｎａｍｅ', ['wide', 'name']],
    ['Ｗｉｄｅ', ['ｗｉｄｅ']],
    ['Wide', ['ｗｉｄｅ']],
    ['Seán O’Neill', ['oneill', "o'neill", 'sean o neill', 'neill']],
    ['Jean-Luc Picard', ['jeanluc', 'jean-luc', 'jean luc', 'luc']],
    ['Иван Петров', ['ivan', 'petrov', 'ПЕТРОВ']],
    ['Γιώργος', ['giorgos', 'ΓΙΩΡΓΟΣ']],
    ['ひらがな', ['ヒラガナ', 'ひらがな']],
  ])('%s is found as people type it', (name, typed) => {
    for (const wanted of typed) expect([wanted, ...finders(name, wanted)]).toEqual([wanted, ...both]);
  });

  test('is not found by another', () => {
    for (const wanted of ['lukas xavier', 'gross jan', 'neil armstrong'])
      expect([wanted, ...finders('Jan Łukasiewicz', wanted)]).toEqual([wanted, false, false]);
  });
});

describe('a ticket number', () => {
  const printed = codeGroups(number).join(' ');

  test('as the ticket page prints it, with dashes, without, in small letters, and its beginnings by groups', () => {
    const groups = codeGroups(number);
    expect(groups.map((group) => group.length)).toEqual([6, 4, 4, 4, 4]);
    for (const wanted of [printed, printed.replaceAll(' ', '-'), number, printed.toLowerCase(), ...groups.slice(0, 1)])
      expect([wanted, ...finders('A', wanted)]).toEqual([wanted, ...both]);
    for (let count = 2; count < groups.length; count += 1) {
      const wanted = groups.slice(0, count).join(' ');
      expect([wanted, ...finders('A', wanted)]).toEqual([wanted, ...both]);
    }
  });

  test('whole, however it is grouped, and with O, I and L for digits', () => {
    const mistaken = (letter: string, n: number) =>
      letter === '0' ? 'Oo'[n % 2]! : letter === '1' ? 'IlLi'[n % 4]! : letter;
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 22, maxLength: 22 }), fc.boolean(), (gaps, upper) => {
        const typed = [...number]
          .map((letter, n) => mistaken(letter, gaps[n]!) + (gaps[n] === 0 ? ' ' : gaps[n] === 1 ? '-' : ''))
          .join('');
        const wanted = upper ? typed : typed.toLowerCase();
        expect([wanted, finders('A', wanted)[1]]).toEqual([wanted, true]);
      }),
    );
  });

  test('of another system, with its dashes and without', () => {
    for (const wanted of ['LOT-10-ZX', 'lot 10', 'lot10zx', 'zx'])
      expect([wanted, ...finders('A', wanted, 'LOT-10-ZX')]).toEqual([wanted, ...both]);
  });
});
