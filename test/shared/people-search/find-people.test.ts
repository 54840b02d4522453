/** Names as people have them, and what is typed for them at a gate. */
import { describe, expect, test } from 'vitest';
import { createPeopleIndex } from '#shared/people-search/people-index.ts';
import type { SearchablePerson } from '#shared/people-search/person.ts';

function person(id: string, fields: Partial<SearchablePerson>): SearchablePerson {
  return { name: '', email: '', company: '', ticketNumber: '', ...fields, id };
}

function indexOf(...people: readonly SearchablePerson[]) {
  const index = createPeopleIndex();
  for (const each of people) index.add(each);
  return index;
}

function isFound(fields: Partial<SearchablePerson>, text: string): boolean {
  const stranger = person('stranger', { name: 'Quentin Xylander', email: 'qx@nowhere.test', company: 'Zzyzx' });
  const { hits } = indexOf(stranger, person('wanted', fields)).search(text);
  expect(hits.map((hit) => hit.id)).not.toContain('stranger');
  return hits.some((hit) => hit.id === 'wanted');
}

describe('a name is found by', () => {
  test.each([
    ['Müller', 'muller', 'mueller', 'MÜLLER', 'Mu\u0308ller', 'mü', 'mulelr', 'muler', 'Mueler'],
    ['Anna Kowalczyk', 'kowlac', 'anna kowalzcy', 'owalc'],
    ['Mueller', 'mueller', 'müller', 'muller'],
    ['Muller', 'muller', 'Müller', 'mueller'],
    ['Weiß', 'weiss', 'WEISS', 'weiß', 'WEIẞ'],
    ['Søren Ørsted', 'soren', 'Søren', 'soeren', 'orsted soren', 'oersted', 'SÖREN'],
    ['Łukasz Wałęsa', 'lukasz', 'Łukasz', 'walesa', 'lukas', 'Walesa Lukasz', 'wal luk'],
    ['Đorđe Bašić', 'dorde', 'djordje', 'basic'],
    ['Þórður Æsir', 'thordur', 'aesir', 'þórður'],
    ['Yılmaz İnci', 'yilmaz', 'YILMAZ', 'inci', 'INCI', 'İNCİ', 'ınci'],
    ['Nguyễn Thị Đào', 'nguyen', 'dao thi', 'Nguyễn', 'nguyen thi dao'],
    ['Zoë O’Neill', "o'neill", 'oneill', 'o neill', 'neill', 'zoe', "O'N", 'oneil', "neill zoe o'"],
    ['ONeill', "O'Neill", 'O’Neill', 'o neill', 'oneill'],
    ['Jean-Luc Picard', 'jean luc', 'jeanluc', 'jean-luc', 'luc', 'Picard Jean', 'jean‑luc'],
    ['Jeanluc', 'jean-luc'],
    ['Ludwig van den Berg', 'van den berg', 'vandenberg', 'berg', 'denberg', 'ludwig berg', 'van berg'],
    ['Vandenberg', 'van den berg', 'vanden'],
    ['María de la Cruz', 'delacruz', 'de la cruz', 'lacruz', 'cruz maria'],
    ['Ｆｕｌｌ Ｗｉｄｔｈ', 'full', 'width'],
    ['Иван Петров', 'ivan', 'petrov', 'Иван', 'ПЕТРОВ', 'ivan petrov', 'петров иван', 'pertov'],
    ['Ivan Petrov', 'Иван', 'петров', 'Петров Ив'],
    ['Юлия Хрущёва', 'yulia', 'iuliia', 'yuliya', 'khrushcheva', 'Хрущева', 'хрущёва'],
    ['Dmitry Dostoevsky', 'Дмитрий', 'Достоевский'],
    ['Сергій Їжак', 'sergiy', 'yizhak', 'Їжак'],
    ['Αλέξανδρος Παπαδόπουλος', 'alexandros', 'papadopoulos', 'Παπαδοπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'papadopulos'],
    ['Papadopoulos', 'Παπαδόπουλος'],
    ['أحمد', 'احمد', 'أحمد', 'إحمد', 'اح'],
    ['محمد عبد الله', 'محمد', 'مُحَمَّد', 'عبدالله', 'عبد الله', 'الله محمد', 'محـمد'],
    ['فاطمة الزهراء', 'فاطمه', 'الزهراء', 'زهراء', 'زهرا'],
    ['زهراء', 'الزهراء'],
    ['علی کریمی', 'علي', 'كريمي'],
    ['שָׁלוֹם', 'שלום', 'של'],
    ['李雷', '李', '雷', '李雷'],
    ['韩梅梅', '韩', '梅梅', '韩梅梅', '韩梅'],
    ['田中 太郎', '田中', '太郎', '田中太郎', '太郎 田中', '田', '太郎　田中'],
    ['サトウ タロウ', 'さとう', 'タロウ', 'ｻﾄｳ', 'さとう たろう'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑ', 'がん'],
    ['김민준', '김', '민준', '김민준', '김민준'.normalize('NFD')],
    ['สมชาย ใจดี', 'สมชาย', 'ใจ'],
    ['अमित शर्मा', 'अमित', 'शर्मा'],
  ])('%s', (name, ...texts) => {
    expect(texts.filter((text) => !isFound({ name }, text))).toEqual([]);
  });

  test.each([
    ['Müller', 'm', 'ü', 'miller x', 'moellner', 'ulle', 'mlr'],
    ['Ann', 'anm', 'nan'],
    ['Ada Lovelace', 'ada babbage', 'love ada hopper', 'lace', 'a', 'a l'],
    ['Иван Петров', 'sidorov', 'Сидоров'],
    ['ガンダム', 'かんたむ', 'ガム', 'ガンタム'],
    ['李雷', '雷李', '李梅', '李雷雷'],
    ['محمد', 'مد', 'محمود علي'],
    ['अमित', 'तम', 'शर्मा'],
    ['मीना', 'मन'],
    ['Guest 1234', '1235', '124', '1243'],
    ['Ada', '', '   ', '-', "''", '\u0301', '😀'],
  ])('%s, not by', (name, ...texts) => {
    expect(texts.filter((text) => isFound({ name }, text))).toEqual([]);
  });
});

describe('the other fields', () => {
  const ada = {
    name: 'Ada Lovelace',
    email: 'Ada.Lovelace+vip@Analytical-Engines.example',
    company: 'Café Müller & Söhne GmbH',
    ticketNumber: '4F7K2M90X1ABCDEFGHJKMN',
  };
  test.each([
    'ada.lovelace+vip@analytical-engines.example',
    'lovelace@ana',
    'vip',
    'analyticalengines',
    'cafe muller',
    'soehne cafe',
    'gmbh ada',
    'lovelace cafe 4f7k',
    '4F7K2M90X1ABCDEFGHJKMN',
    '4f7k2m9OXl',
    '4F7K 2M9O XIAB',
    '4f7k-2m90-x1ab',
    '4f7k2m90x1abcdefghjkmn',
  ])('find by %s', (text) => expect(isFound(ada, text)).toBe(true));

  test.each(['4F7K2N', 'F7K2M', '4F7K 2N90', 'KMN', 'hopper@analytical', 'ada.lovelace@other'])(
    'do not find by %s',
    (text) => expect(isFound(ada, text)).toBe(false),
  );

  test.each(['INV-1001-B', 'inv1001b', '1001', 'inv 1001', 'INV-1OO1'])(
    'a number of another system is found by %s',
    (text) => expect(isFound({ ticketNumber: 'INV-1001-B' }, text)).toBe(true),
  );
});

describe('an answer', () => {
  const idsOf = (index: ReturnType<typeof indexOf>, text: string, limit = 50) =>
    index.search(text, { limit }).hits.map((hit) => hit.id);

  test('has names before companies before addresses before numbers, whole words before beginnings, typos last', () => {
    const index = indexOf(
      person('9 typo', { name: 'Chem' }),
      person('8 typo in a company', { company: 'Chan & Cie', name: 'A' }),
      person('7 number', { ticketNumber: 'CHEN77' }),
      person('6 beginning of an address', { email: 'chenoa@example.org' }),
      person('5 address', { email: 'x@chen.example' }),
      person('4 beginning of a company', { company: 'Cheney' }),
      person('3 company', { company: 'Chen Ltd' }),
      person('2 beginning of a name', { name: 'Chenault' }),
      person('1 name', { name: 'Yi Chen' }),
    );
    expect(idsOf(index, 'chen').map((id) => id[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '9', '8']);
  });

  test('orders equals by the name without accents, then by id', () => {
    const index = indexOf(
      person('b', { name: 'Zoë Berg' }),
      person('c', { name: 'Łukasz Berg' }),
      person('a', { name: 'Łukasz Berg' }),
      person('d', { name: 'Mia Berg' }),
      person('e', { name: 'ada Berg' }),
    );
    expect(idsOf(index, 'berg')).toEqual(['e', 'a', 'c', 'd', 'b']);
  });

  test('holds no more than the limit, never more than fifty, and says when there are more', () => {
    const index = indexOf(...Array.from({ length: 60 }, (_, n) => person(`p${n}`, { name: 'Ada Berg' })));
    expect(index.search('ada', { limit: 3 })).toMatchObject({ more: true, hits: { length: 3 } });
    expect(index.search('ada', { limit: 1_000 })).toMatchObject({ more: true, hits: { length: 50 } });
    for (let n = 3; n < 60; n += 1) index.remove(`p${n}`);
    expect(index.search('ada', { limit: 3 })).toMatchObject({ more: false, hits: { length: 3 } });
  });

  test.each<[Partial<SearchablePerson>, string, object]>([
    [{ name: 'Jürgen Müller' }, 'mue', { name: [[7, 9]] }],
    [
      { name: 'Jürgen Müller' },
      'muller jur',
      {
        name: [
          [0, 3],
          [7, 13],
        ],
      },
    ],
    [{ name: 'Jürgen Müller' }, 'mulelr', { name: [[7, 13]] }],
    [{ name: 'Mu\u0308ller' }, 'mu', { name: [[0, 3]] }],
    [{ name: 'Zoë O’Neill' }, 'oneill', { name: [[4, 11]] }],
    [{ name: 'Иван Петров' }, 'petr', { name: [[5, 9]] }],
    [{ name: '韩梅梅' }, '梅梅', { name: [[1, 3]] }],
    [
      { name: 'Ada', company: 'Ada & Co', email: 'ada@example.org' },
      'ada',
      { name: [[0, 3]], company: [[0, 3]], email: [[0, 3]] },
    ],
    [{ name: 'Ada', ticketNumber: 'AB-12-34' }, 'ab12', { ticketNumber: [[0, 5]] }],
    [{ name: 'Adam', company: 'Adan' }, 'adam', { name: [[0, 4]] }],
  ])('of %j for %j says where it stands', (fields, text, matched) => {
    expect(indexOf(person('p', fields)).search(text).hits).toEqual([{ id: 'p', matched }]);
  });
});

describe('an index', () => {
  test('holds a person once: added again they are as they were added last', () => {
    const index = indexOf(person('p', { name: 'Ada Lovelace' }), person('p', { name: 'Ada King' }));
    expect(index.size).toBe(1);
    expect(index.search('lovelace').hits).toEqual([]);
    expect(index.search('king').hits).toEqual([{ id: 'p', matched: { name: [[4, 8]] } }]);
  });

  test('keeps no word of those who were removed, and gives their place to others', () => {
    const index = indexOf(person('p', { name: '李雷 O’Neill', email: 'a@b.example', ticketNumber: 'X-1' }));
    expect(index.wordCount()).toBeGreaterThan(5);
    expect(index.remove('p')).toBe(true);
    expect(index.remove('p')).toBe(false);
    expect([index.size, index.wordCount()]).toEqual([0, 0]);
    index.add(person('q', { name: 'Grace' }));
    expect([index.search('grace').hits.length, index.search('neill').hits.length]).toEqual([1, 0]);
  });

  test('takes any text without harm: NUL, half a surrogate pair, thousands of words, very long ones', () => {
    const index = indexOf(
      person('p', { name: `A\0da \ud800x ${'na'.repeat(5_000)}`, email: '\0', company: 'word '.repeat(10_000) }),
    );
    expect(index.search('word'.repeat(1_000)).hits).toEqual([]);
    expect(index.search('na'.repeat(50)).hits.length).toBe(1);
    expect(index.search('word '.repeat(1_000)).hits.length).toBe(1);
    index.remove('p');
    expect(index.wordCount()).toBe(0);
  });
});
