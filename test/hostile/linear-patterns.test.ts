/**
 * Texts made to keep a pattern busy for hours, as long as they may be: what hangs here hangs a server. They were found
 * by tools that judge every pattern in the sources; those left as they are only see texts of a few hundred characters.
 */
import { expect, test } from 'vitest';
import { scrub } from '#server/http/scrub.ts';
import { cleanName } from '#server/modules/media/files/clean-name.ts';
import { captionBytesMax, cleanCaptions } from '#server/modules/media/processing/captions/clean-captions.ts';
import { checkSvg } from '#server/modules/media/processing/images/check-svg.ts';
import { drawnElements } from '#server/modules/media/processing/images/drawn-elements.ts';
import { svgBytesMax } from '#server/modules/media/processing/images/image-limits.ts';

const most = svgBytesMax - 200;
const svg = (inside: string) => new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

test('R09 U02 a file name of dots and spaces', () => {
  expect(cleanName(`a${'. '.repeat(500_000)}b`).length).toBeLessThan(300);
  expect(cleanName(`${' .'.repeat(20)}tail. . .`)).toBe('tail');
});

test('R09 U05 an SVG with an address that never begins, and one with a name that never ends', () => {
  expect(checkSvg(svg(`<style>a{fill:url(${' '.repeat(most)}#a)}</style>`))).toBeNull();
  expect(checkSvg(svg('<style>a{fill:url( "https://evil.example/x")}</style>'))).not.toBeNull();
  expect(drawnElements(`<A${'A'.repeat(most)}'>`, 10)).toBe(0);
  expect(drawnElements('<svg><g id="a"><b/></g><use href="#a"/></svg>', 10)).toBeGreaterThan(3);
});

test('R09 U11 captions with a cue that is nearly one', () => {
  const spaces = ' '.repeat(captionBytesMax - 200);
  const cleaned = cleanCaptions(new TextEncoder().encode(`WEBVTT\n\n00:00.000 --> 00:01.000${spaces}\u2028x\ntext`));
  expect(cleaned).toMatchObject({ ok: true });
  const kept = cleanCaptions(new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000  \t align:start\ntext'));
  expect(kept).toMatchObject({ ok: true, value: expect.stringContaining('00:01.000 align:start') });
});

test('R09 a line of the log that might be an address all along', () => {
  expect(scrub('a'.repeat(1_000_000))).toHaveLength(1_000_000);
  expect(scrub(`${'@a'.repeat(100_000)}.`)).toContain('@a');
  expect(scrub('refused: ada.lovelace@mail.example.org is gone')).toBe('refused: <address> is gone');
});
