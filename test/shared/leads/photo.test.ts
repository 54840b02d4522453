/** A photo of a business card is accepted only as a well-formed JPEG, small, and without a camera's metadata. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPhoto, photoBytesMax, photoSideMax } from '#shared/leads/photo.ts';
import { cardPhoto, largePhoto, photoWithPlace } from '#test/fixtures/card-photos.ts';

const messageOf = (bytes: Uint8Array): string => {
  const checked = checkPhoto(bytes);
  return checked.ok ? 'taken' : `${checked.errors[0].code} ${checked.errors[0].message}`;
};

test('a small JPEG is taken, with its size', async () => {
  expect(checkPhoto(await cardPhoto(1, 640, 400))).toEqual({ ok: true, value: { width: 640, height: 400 } });
  expect(checkPhoto(await cardPhoto(1, photoSideMax, 900))).toMatchObject({ ok: true });
});

test('one that says where it was taken is refused, and one that is too large in bytes or pixels', async () => {
  expect(messageOf(await photoWithPlace())).toContain('where it was taken');
  expect(messageOf(await cardPhoto(1, photoSideMax + 1, 900))).toContain(`${photoSideMax + 1} × 900 pixels`);
  const large = await largePhoto();
  expect(large.length).toBeGreaterThan(photoBytesMax);
  expect(messageOf(large)).toContain(`at most ${photoBytesMax}`);
});

test('what is no JPEG, or a piece of one, is refused and never throws', async () => {
  const photo = await cardPhoto();
  for (const text of ['', 'GIF89a', '<svg/>', '\u0089PNG\r\n'])
    expect(messageOf(Buffer.from(text))).toContain('cannot be read as a JPEG');
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => checkPhoto(bytes).ok === false));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: photo.length - 1 }), (length) => {
      expect(checkPhoto(photo.subarray(0, length)).ok).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const changed = photo.slice();
      changed[at] = byte;
      expect(typeof checkPhoto(changed).ok).toBe('boolean');
    }),
  );
});
