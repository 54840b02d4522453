/** Light markup: what it means, and that no text of a person becomes markup. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenLinksIn, fillLine, markupHtml, markupText, parseMarkup, placeholdersIn } from '#shared/text/markup.ts';

const page = { text: 'https://example.org/t/x', isAddress: true };
const values = { name: { text: 'Ada <b>' }, ticket_page: page };
const html = (text: string) => markupHtml(parseMarkup(text), values);
const plain = (text: string) => markupText(parseMarkup(text), values);

describe('what is written', () => {
  test.each([
    ['Hello {name}', '<p>Hello Ada &lt;b&gt;</p>', 'Hello Ada <b>'],
    ['a **b *c* d**', '<p>a <strong>b <em>c</em> d</strong></p>', 'a b c d'],
    ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>', 'one\ntwo\n\nthree'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '- a\n- b'],
    ['[x](https://a.example/?q=1)', '<p><a href="https://a.example/?q=1">x</a></p>', 'x (https://a.example/?q=1)'],
    ['[x]({ticket_page})', `<p><a href="${page.text}">x</a></p>`, `x (${page.text})`],
    ['{ticket_page}', `<p><a href="${page.text}">${page.text}</a></p>`, page.text],
    ['2 * 3 * 4 and **', '<p>2 * 3 * 4 and **</p>', '2 * 3 * 4 and **'],
    ['{Name} {unknown}.', '<p>{Name} .</p>', '{Name} .'],
    ['<script>', '<p>&lt;script&gt;</p>', '<script>'],
  ])('%j', (text, asHtml, asText) => {
    expect(html(text)).toBe(asHtml);
    expect(plain(text)).toBe(asText);
  });

  test.each(['javascript:alert', 'data:text/html,x', '/t/x', '{name}', 'https://a.example/{name}', 'ht tps://x'])(
    'a link to %j is named as broken, and is only text',
    (url) => {
      expect(brokenLinksIn(parseMarkup(`**[x](${url})**`), values)).toEqual([url]);
      expect(html(`[x](${url})`)).toBe('<p>x</p>');
    },
  );

  test('placeholders are named once', () => {
    expect(placeholdersIn('{a} {b} {a} {A} { a }')).toEqual(['a', 'b']);
    expect(fillLine('{name} {constructor}', values)).toBe('Ada <b> ');
  });
});

test('the name of a person is always text: it makes no tag, link or placeholder', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('**a**', '[x](https://evil.example)', '{ticket_page}', '\n\n- a'));
  fc.assert(
    fc.property(name, (text) => {
      const shown = markupHtml(parseMarkup('a {name} b'), { name: { text } });
      expect(shown.slice('<p>a '.length, -' b</p>'.length)).not.toMatch(/[<>]/);
      expect(markupText(parseMarkup('a {name} b'), { name: { text } })).toBe(`a ${text} b`);
    }),
  );
});

test('any text is parsed, and all its tags are ours', () => {
  const piece = fc.constantFrom('*', '**', '[', '](', ')', '{name}', 'a', ' ', '\n', '\n\n', '- ', '<', 'https://x');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const tags = html(pieces.join('')).match(/<\/?[^>]*>/g) ?? [];
      for (const tag of tags) expect(tag).toMatch(/^<\/?(?:p|ul|li|strong|em|br|a(?: href="https:[^"]*")?)>$/);
    }),
  );
});
