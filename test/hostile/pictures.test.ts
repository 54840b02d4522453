/**
 * Pictures that are bombs, lies, or something else besides: U03, U04, U05 and U07 of the hostile inputs, at the
 * processor that opens them. Archives (U06) are never opened here: to us they are bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createImageProcessor } from '#server/modules/media/processing/images/image-processor.ts';
import { openSource } from '#server/modules/media/processing/images/open-picture.ts';
import { mediaProblems } from '#shared/modules/media/refusals.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { codeOf, openMediaLab, patience } from '#test/fixtures/media-files.ts';
import { blackPng, chunk, png, zeros } from '#test/fixtures/png-chunks.ts';

const images = createImageProcessor(patience);
afterAll(() => images.close());

const packedText = (type: string, before: string, size: number) =>
  chunk(type, Buffer.concat([Buffer.from(before, 'latin1'), zeros(size)]));
const million = 1_000_000;

const bombs: Readonly<Record<string, readonly [Buffer, keyof typeof mediaProblems]>> = {
  '400 megapixels in 48 KB': [
    png({ width: 20_000, height: 20_000, depth: 1, colour: 0 }, zeros(2_501 * 20_000)),
    'media_too_large',
  ],
  'a picture one pixel wide': [
    png({ width: 1, height: 20_000_000, colour: 0 }, zeros(40 * million)),
    'media_too_large',
  ],
  'interlaced, 36 megapixels of 64 bits': [
    png({ width: 6_000, height: 6_000, depth: 16, colour: 6, interlaced: true }, zeros(million)),
    'media_broken',
  ],
  'a head of 25 megapixels over nothing': [png({ width: 5_000, height: 5_000 }, zeros(5_000)), 'media_broken'],
  'a head of 100 pixels over 50 MB': [png({ width: 10, height: 10 }, zeros(50 * million)), 'media_broken'],
  'zTXt of 50 MB': [blackPng(9, [packedText('zTXt', 'Comment\0\0', 50 * million)]), 'media_too_large'],
  'a hundred zTXt of 200 KB': [
    blackPng(
      9,
      Array.from({ length: 100 }, () => packedText('zTXt', 'Comment\0\0', million / 5)),
    ),
    'media_too_large',
  ],
  'iTXt of 50 MB': [blackPng(9, [packedText('iTXt', 'Comment\0\x01\0en\0Title\0', 50 * million)]), 'media_too_large'],
  'a colour profile of 50 MB': [blackPng(9, [packedText('iCCP', 'profile\0\0', 50 * million)]), 'media_too_large'],
  'a chunk that ends after the file': [
    Buffer.concat([blackPng(9).subarray(0, 33), Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('IDAT')]),
    'media_broken',
  ],
};

test.each(Object.keys(bombs))('U03 %s is refused before anything is decoded', async (name) => {
  const lab = openMediaLab(images);
  const [bytes, code] = bombs[name]!;
  expect(codeOf(await lab.inspect(lab.file('bomb.png', 'image/png', bytes)))).toBe(code);
  expect([400, 413]).toContain(mediaProblems[code]);
});

test('U03 what other kinds keep whole in memory is refused earlier, animations by all their frames', async () => {
  const lab = openMediaLab(images);
  const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: '#246' } });
  // What their heads say is enough: sizes are made larger there.
  const jpeg = await plain.clone().jpeg({ progressive: true }).toBuffer();
  jpeg.writeUInt32BE(0x13_88_13_88, jpeg.indexOf(Buffer.from([0xff, 0xc2])) + 5);
  const avif = await plain.clone().avif({ effort: 0 }).toBuffer();
  const sizes = avif.indexOf('ispe');
  avif.writeUInt32BE(4_000, sizes + 8);
  avif.writeUInt32BE(3_100, sizes + 12);
  const cases = [
    ['wide.jpg', 'image/jpeg', jpeg],
    ['wide.avif', 'image/avif', avif],
    ['frames.gif', 'image/gif', manyFrames(1_000, 1_000, 40)],
    ['frames.gif', 'image/gif', manyFrames(10, 10, 700)],
  ] as const;
  for (const [name, type, bytes] of cases)
    expect([name, codeOf(await lab.inspect(lab.file(name, type, bytes)))]).toEqual([name, 'media_too_large']);
});

/** GIF89a with one pixel in each frame of a large screen. */
function manyFrames(width: number, height: number, count: number): Buffer {
  const screen = Buffer.from([0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const frames = Array.from({ length: count }, () => Buffer.concat([control, frame]));
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...frames, Buffer.from([0x3b])]);
}

test('U04 what else a picture was is gone from everything that is served', async () => {
  const lab = openMediaLab(images);
  const page = '<html><script>alert(document.domain)</script></html>';
  const archive = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.alloc(40),
    Buffer.from('Evil.class'),
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(18),
  ]);
  const gif = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a0' } })
    .gif()
    .toBuffer();
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a0' } })
    .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${page}</x:xmpmeta>`)
    .jpeg()
    .toBuffer();
  const polyglots = [
    lab.file('behind.png', 'image/png', Buffer.concat([blackPng(20), Buffer.from(page)])),
    lab.file(
      'within.png',
      'image/png',
      blackPng(20, [
        chunk('tEXt', `Comment\0${page}`),
        chunk('zTXt', Buffer.concat([Buffer.from('C\0\0'), deflateSync(page)])),
      ]),
    ),
    lab.file('gifar.gif', 'image/gif', Buffer.concat([gif, archive])),
    lab.file('xmp.jpg', 'image/jpeg', Buffer.concat([jpeg, archive])),
  ];
  for (const file of polyglots) {
    const made = expectOk(await lab.derive(file));
    expect(made.files.length).toBeGreaterThan(1);
    for (const { path } of made.files) {
      const bytes = readFileSync(path);
      for (const trace of ['script', 'PK\x03\x04', 'Evil', 'Comment', 'xpacket'])
        expect(bytes.includes(trace)).toBe(false);
    }
  }
});

const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">${inside}</svg>`;

test('U05 a drawing with scripts, entities, repetitions or references to the outside is refused', async () => {
  const lab = openMediaLab(images);
  const uses = (id: number) => `<g id="a${id}">${`<use xlink:href="#a${id - 1}"/>`.repeat(10)}</g>`;
  const evil = [
    svg('<script>alert(1)</script>'),
    svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
    svg('<rect width="4" height="4" onclick="alert(1)"/>'),
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    svg('<a href="javascript:alert(1)"><text>x</text></a>'),
    svg('<image href="http://127.0.0.1/x.png" width="9" height="9"/>'),
    svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    svg('<use href="http://127.0.0.1/x.svg#a"/>'),
    svg('<use xlink:href="&#104;ttp://127.0.0.1/x.svg#a"/>'),
    svg('<style>@import url(http://127.0.0.1/x.css);</style>'),
    svg('<rect fill="url(http://127.0.0.1/x.svg#a)" width="9" height="9"/>'),
    svg('<style>rect{fill:\\75 rl(http://127.0.0.1/)}</style><rect width="9" height="9"/>'),
    svg('<text>&xxe;</text>', '<!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>'),
    svg('<text>&lol;</text>', '<!DOCTYPE svg PUBLIC "a>b" "c" [<!ENTITY lol "lol">]>'),
    svg('', '<?xml-stylesheet href="http://127.0.0.1/x.css"?>'),
    svg('<include xmlns="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    svg(
      `<g id="a0"><rect width="1" height="1"/></g>${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(uses).join('')}<use xlink:href="#a9"/>`,
    ),
    svg('<g>'.repeat(150_000) + '</g>'.repeat(150_000)),
    svg(
      `<filter id="f">${'<feMorphology operator="dilate" radius="500"/>'.repeat(60)}</filter><rect filter="url(#f)"/>`,
    ),
  ];
  const answers = [];
  for (const [at, text] of evil.entries())
    answers.push(codeOf(await lab.inspect(lab.file(`${at}.svg`, 'image/svg+xml', text))));
  expect(answers).toEqual(evil.map(() => 'media_refused'));
});

test('U05 even unchecked, a drawing causes no request, and shows no file of ours', async () => {
  const lab = openMediaLab(images);
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secret = join(lab.folder, 'secret.png');
    writeFileSync(
      secret,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    );
    const references = [`${at}/image.png`, `file://${secret}`, secret, 'secret.png'];
    const text = svg(
      [
        `<style>@import url("${at}/style.css"); rect{fill:url(${at}/fill.svg#a)} @font-face{font-family:x;src:url(${at}/font.woff)}</style>`,
        ...references.map((href) => `<image href="${href}" xlink:href="${href}" width="40" height="40"/>`),
        `<use href="${at}/use.svg#a"/><text font-family="x">&xxe;</text><rect width="1" height="1"/>`,
      ].join(''),
      `<?xml-stylesheet href="${at}/sheet.css"?><!DOCTYPE svg SYSTEM "${at}/svg.dtd" [<!ENTITY xxe SYSTEM "${at}/xxe">]>`,
    );
    let drawings = 0;
    for (const one of [text, text.replace('&xxe;', '')]) {
      const opened = await openSource(Buffer.from(one), 'svg');
      if (!opened.ok) continue;
      drawings++;
      const drawn = await opened.value
        .decode()
        .raw()
        .toBuffer()
        .catch(() => Buffer.alloc(0));
      expect(drawn.includes(Buffer.from([255, 0, 0, 255]))).toBe(false);
    }
    expect(drawings).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  } finally {
    server.close();
  }
});

test('U07 what says it is a picture and is none is no picture', async () => {
  const lab = openMediaLab(images);
  const page = '<!doctype html><script>alert(1)</script>';
  for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml']) {
    const code = codeOf(await lab.inspect(lab.file('page', type, page)));
    expect([type, ['media_broken', 'media_refused'].includes(String(code))]).toEqual([type, true]);
  }
});
