/** Captions: what is kept of them, and what is not. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { captionsProcessor } from '#server/modules/media/processing/captions/captions-processor.ts';
import { cleanCaptions } from '#server/modules/media/processing/captions/clean-captions.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { codeOf, openMediaLab } from '#test/fixtures/media-files.ts';

const clean = (text: string): unknown => {
  const result = cleanCaptions(Buffer.from(text));
  return result.ok ? result.value : result.errors[0].code;
};

test('cues keep their times, places, speakers and emphasis', () => {
  const captions = `WEBVTT

00:01.000 --> 00:02.500 line:90% position:10%,line-left align:start size:50%
<v Ada Lovelace>Is <i>that</i> a <b>&lt;b&gt;</b>, R&amp;D?
<lang en-GB>second</lang> <00:01.500>line</v>

100:00:00.000 --> 100:00:01.000
<ruby>漢<rt>kan</rt></ruby>
`;
  expect(clean(captions)).toBe(captions);
  expect(clean(`\ufeff${captions.replaceAll('\n', '\r\n')}`)).toBe(captions);
  expect(clean('WEBVTT')).toBe('WEBVTT\n');
});

test('everything except spoken words is left out or becomes text', () => {
  const evil = `WEBVTT - <script>alert(1)</script>

STYLE
::cue { background: url(http://127.0.0.1/beacon) }

REGION
id:x width:40%

NOTE <img src=x onerror=alert(1)>

7<script>
00:01.000 --> 00:02.000 align:left region:x onload:alert(1)
<script>alert(1)</script><c.evil>classy</c> <img src=x onerror=alert(1)> <b onclick=alert(1)>b</b>
<v A"><script>>who</v> & --> &#60;x&#62; &amp;lt;

00:03 --> 00:04
not a cue

javascript:alert(1)
`;
  expect(clean(evil)).toBe(`WEBVTT

00:01.000 --> 00:02.000 align:left
&lt;script&gt;alert(1)&lt;/script&gt;<c>classy</c> &lt;img src=x onerror=alert(1)&gt; &lt;b onclick=alert(1)&gt;b</b>
<v A">&lt;script&gt;&gt;who</v> &amp; --&gt; &amp;#60;x&amp;#62; &amp;lt;
`);
});

test('what is no captions is refused, and what is made of them is served', async () => {
  const lab = openMediaLab(captionsProcessor);
  for (const [bytes, code] of [
    ['SRT', 'media_broken'],
    [Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n\xff', 'latin1'), 'media_broken'],
    [`WEBVTT${'\n\n00:01.000 --> 00:02.000'.repeat(20_001)}`, 'media_too_large'],
    [`WEBVTT\n\n${'<'.repeat(3_000_000)}`, 'media_too_large'],
  ] as const)
    expect(codeOf(await lab.inspect(lab.file('a.vtt', 'text/vtt', bytes)))).toBe(code);
  const made = expectOk(
    await lab.derive(lab.file('a.vtt', 'text/vtt', 'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\nHi <x>')),
  );
  expect(made.files.map(({ name, type, path }) => [name, type, readFileSync(path, 'utf8')])).toEqual([
    ['main', 'text/vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi &lt;x&gt;\n'],
  ]);
});
