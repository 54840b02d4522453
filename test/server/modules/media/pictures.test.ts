/** The variants of pictures: sizes, kinds, no trace of what else the upload held. Real sharp, in its real process. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createImageProcessor } from '#server/modules/media/processing/images/image-processor.ts';
import { must } from '#shared/base/assert.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { codeOf, openMediaLab, patience } from '#test/fixtures/media-files.ts';
import { blackPng, chunk } from '#test/fixtures/png-chunks.ts';

const images = createImageProcessor(patience);
afterAll(() => images.close());

/** Grey, with a red half on the left. @param turned EXIF orientation 6: shown turned right, the red half is on top */
async function photo(width: number, height: number, turned: boolean): Promise<Buffer> {
  const red = { create: { width: width / 2, height, channels: 3, background: '#f00' } } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Traceable Cameras' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    });
  return (turned ? picture.withMetadata({ orientation: 6 }) : picture).jpeg().toBuffer();
}

test('a photo becomes upright sizes in three kinds, and nothing says where it was taken', async () => {
  const lab = openMediaLab(images);
  const bytes = await photo(600, 400, true);
  expect(bytes.includes('Traceable Cameras')).toBe(true);
  const file = lab.file('photo.jpg', 'image/jpeg', bytes);
  expect(await lab.inspect(file)).toEqual({ ok: true, value: { width: 400, height: 600 } });
  const made = expectOk(await lab.derive(file));
  const { files } = made;
  const kinds = ['webp', 'avif', 'jpeg'];
  const sizes = [
    ['thumbnail', 107, 160],
    ['small', 320, 480],
    // Not enlarged to 960, and no larger size at all.
    ['medium', 400, 600],
  ] as const;
  expect(files.map(({ name, type, facts }) => [name, type, facts.width, facts.height])).toEqual([
    ['main', 'image/jpeg', 400, 600],
    ...sizes.flatMap(([name, width, height]) =>
      kinds.map((kind) => [`${name}-${kind}`, `image/${kind}`, width, height]),
    ),
  ]);
  for (const { path, facts } of files) {
    const meta = await sharp(path).metadata();
    expect([meta.width, meta.height, meta.exif, meta.icc, meta.xmp, meta.orientation]).toEqual([
      facts.width,
      facts.height,
      ...Array<undefined>(4),
    ]);
    expect(readFileSync(path).includes('Traceable')).toBe(false);
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    const red = (row: number) => must(data[row * info.width * info.channels], 'a pixel') > 200;
    expect([red(2), red(info.height - 3)]).toEqual([true, false]);
  }
});

test('an animation stays one: every frame in its own kind and in WebP', async () => {
  const lab = openMediaLab(images);
  const frames = Buffer.concat([10, 120, 230].map((grey) => Buffer.alloc(40 * 30 * 3, grey)));
  const gif = await sharp(frames, { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
    .gif({ delay: [100, 200, 300], loop: 0 })
    .toBuffer();
  const made = expectOk(await lab.derive(lab.file('a.gif', 'image/gif', gif)));
  expect(made.files.map(({ name, facts }) => [name, facts])).toEqual([
    ['main', { width: 40, height: 30 }],
    ['thumbnail-webp', { width: 40, height: 30 }],
  ]);
  for (const { path } of made.files) expect((await sharp(path, { animated: true }).metadata()).pages).toBe(3);
});

test('of an animated PNG the picture is taken, however large its further frames are', async () => {
  const lab = openMediaLab(images);
  const still = blackPng(40);
  const [before, end] = [still.subarray(0, -12), still.subarray(-12)];
  const frames = chunk('fdAT', Buffer.concat([Buffer.alloc(4), randomBytes(5 * 1024 * 1024)]));
  const file = lab.file('a.png', 'image/png', Buffer.concat([before, frames, end]));
  expect(codeOf(await lab.inspect(file))).toEqual({ width: 40, height: 40 });
  expect(expectOk(await lab.derive(file)).files[0]).toMatchObject({ name: 'main', facts: { width: 40, height: 40 } });
});

test('a drawing is drawn with 1920 pixels and is served as PNG', async () => {
  const lab = openMediaLab(images);
  const svg = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 30 20">
    <style>.a{fill:url(#g)}</style><linearGradient id="g"><stop offset="0" stop-color="#00f"/></linearGradient>
    <rect id="r" class="a" width="30" height="20"/><use xlink:href="#r"/></svg>`;
  const made = expectOk(await lab.derive(lab.file('logo.svg', 'image/svg+xml', svg)));
  const main = must(
    made.files.find(({ name }) => name === 'main'),
    'main',
  );
  expect([main.type, main.facts]).toEqual(['image/png', { width: 1920, height: 1280 }]);
  expect(made.files.map(({ name }) => name)).toContain('large-avif');
  expect([...(await sharp(main.path).extract({ left: 900, top: 600, width: 1, height: 1 }).raw().toBuffer())]).toEqual([
    0, 0, 255, 255,
  ]);
});

test('what cannot be read is refused while the client waits, and kinds we cannot draw are kept without a picture', async () => {
  const lab = openMediaLab(images);
  const whole = await photo(200, 100, false);
  for (const [name, type, bytes] of [
    ['cut-off.png', 'image/png', blackPng(20).subarray(0, 60)],
    ['lie.webp', 'image/webp', whole],
    ['page.png', 'image/png', '<html><script>alert(1)</script>'],
    ['empty.gif', 'image/gif', ''],
  ] as const)
    expect([name, codeOf(await lab.inspect(lab.file(name, type, bytes)))]).toEqual([name, 'media_broken']);
  const half = lab.file('half.jpg', 'image/jpeg', whole.subarray(0, whole.length / 2));
  expect(codeOf(await lab.derive(half))).toBe('media_broken');
  const heic = lab.file('phone.heic', 'image/heic', 'anything');
  expect(codeOf(await lab.inspect(heic))).toEqual({});
  expect(codeOf(await lab.derive(heic))).toBe('media_refused');
});

test('a picture that never ends costs its own time only, and one who leaves is not waited for', async () => {
  const quick = createImageProcessor({ inspectMs: 5_000 });
  const lab = openMediaLab(quick);
  // A pipe without a writer: opening it waits.
  const endless = join(lab.folder, 'endless.png');
  execFileSync('mkfifo', [endless]);
  const hanging = { path: endless, type: 'image/png', size: 100 };
  const fine = lab.file('fine.png', 'image/png', blackPng(8));
  const both = [lab.inspect(hanging), lab.inspect(fine)];
  expect((await Promise.all(both)).map(codeOf)).toEqual(['media_too_costly', { width: 8, height: 8 }]);

  const into = join(lab.folder, 'into');
  mkdirSync(into);
  const leaving = new AbortController();
  const left = quick.derive(hanging, into, leaving.signal);
  leaving.abort(new Error('has left'));
  await expect(left).rejects.toThrow('has left');
  expect((await lab.derive(fine)).ok).toBe(true);
  await quick.close();
  await expect(lab.inspect(fine)).rejects.toThrow('closed');
});
