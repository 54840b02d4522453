/** Playlists of a stream: written part by part, read by a player that waits, and gone on with by another process. */
import { expect, test } from 'vitest';
import {
  captionPlaylist,
  isAnnounced,
  standsIn,
  videoPlaylist,
  withoutPast,
  withPast,
} from '#server/modules/events/player/playlists.ts';
import { SegmentPlaylist } from '#server/streaming/segment-playlist.ts';

const startMs = Date.UTC(2027, 4, 4, 8);

/** @returns the lines of segments that left the list, and the names of files that can be removed */
function grow(playlist: SegmentPlaylist, segments: number, isBreak = false) {
  const left = { past: '', files: [] as string[] };
  for (let n = 0; n < segments; n += 1) {
    playlist.begin(startMs + n * 2_000, isBreak && n === 0);
    for (const ms of [520, 520, 520, 440]) playlist.addPart({ ms, hasKey: ms === 520 });
    const { files, past } = playlist.end();
    left.past += past;
    left.files.push(...files);
  }
  return left;
}

const names = (text: string) => text.match(/^[^#\n].*$/gm) ?? [];

test('the newest segments have parts, what is open has some, and the next part is announced', () => {
  const playlist = new SegmentPlaylist();
  grow(playlist, 5);
  playlist.begin(startMs, false);
  expect(playlist.addPart({ ms: 520, hasKey: true })).toBe('part-000005-0.ts');
  const text = playlist.text(false);
  expect(names(text)).toEqual([0, 1, 2, 3, 4].map((n) => `seg-00000${n}.ts`));
  expect(text.match(/^#EXT-X-PART:/gm)).toHaveLength(3 * 4 + 1);
  expect(text).toContain('#EXT-X-PART:DURATION=0.520,URI="part-000005-0.ts",INDEPENDENT=YES\n');
  expect(isAnnounced(text, 'part-000005-1.ts')).toBe(true);
  expect(isAnnounced(text, 'part-000005-0.ts')).toBe(false);
  expect(text).toContain('PART-HOLD-BACK=1.560');
  // Nothing comes for which a player could wait.
  expect(playlist.text(true)).not.toMatch(/PART|BLOCK|HINT/);
  expect(playlist.text(true)).toContain('#EXT-X-ENDLIST');
});

test('what leaves the list is removed a while later, and stands in the list of the whole stream', () => {
  const playlist = new SegmentPlaylist();
  const { files, past } = grow(playlist, 30);
  const text = playlist.text(false);
  expect(names(text)).toHaveLength(15);
  expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:15\n');
  expect(files.filter((name) => name.startsWith('seg-'))).toEqual(
    Array.from({ length: 10 }, (_, n) => `seg-00000${n}.ts`),
  );
  const whole = withPast(text, past);
  expect(whole).toContain('#EXT-X-MEDIA-SEQUENCE:0\n');
  expect(names(whole)).toEqual(Array.from({ length: 30 }, (_, n) => `seg-${String(n).padStart(6, '0')}.ts`));
  // Written a moment before the list: nothing stands in it twice.
  expect(withPast(text, `${past}${past.slice(past.lastIndexOf('#EXT-X-PROGRAM')).replace('014', '015')}`)).toBe(whole);
  expect(withPast(text, past.slice(200))).toBe(text);
  expect(withoutPast(text)).toMatch(/#EXT-X-MEDIA-SEQUENCE:0\n(.*\n)*#EXT-X-SKIP:SKIPPED-SEGMENTS=15\n/);
});

test('a player waits for a segment or a part of it, and is not kept for what is far away', () => {
  const playlist = new SegmentPlaylist();
  grow(playlist, 3);
  playlist.begin(startMs, false);
  playlist.addPart({ ms: 520, hasKey: true });
  const text = playlist.text(false);
  const asked = (segment: number, part: number | null) => standsIn(text, { segment, part });
  expect([asked(2, null), asked(2, 9), asked(3, 0)]).toEqual([true, true, true]);
  expect([asked(3, null), asked(3, 1), asked(4, 0)]).toEqual([false, false, false]);
  expect(asked(5, null)).toBe('too_far');
  expect(standsIn(playlist.text(true), { segment: 99, part: 0 })).toBe(true);
});

test('captions have the segments of the video, without parts and without what is open', () => {
  const playlist = new SegmentPlaylist();
  grow(playlist, 2);
  playlist.begin(startMs, false);
  playlist.addPart({ ms: 520, hasKey: true });
  const text = captionPlaylist(playlist.text(false), 'de');
  expect(names(text)).toEqual(['captions-de-000000.vtt', 'captions-de-000001.vtt']);
  expect(text).not.toMatch(/PART|HINT/);
  expect(text.trimEnd().endsWith('.vtt')).toBe(true);
  expect(captionPlaylist(videoPlaylist(playlist.text(true), true), 'de')).toContain('#EXT-X-ENDLIST');
});

test('another process goes on with the list, after a break that is still counted when it has left', () => {
  const before = new SegmentPlaylist();
  grow(before, 4);
  const after = new SegmentPlaylist();
  after.restore(before.text(false));
  grow(after, 1, true);
  const text = after.text(false);
  expect(names(text)).toEqual([0, 1, 2, 3, 4].map((n) => `seg-00000${n}.ts`));
  expect(text.indexOf('#EXT-X-DISCONTINUITY\n')).toBeGreaterThan(text.indexOf('seg-000003.ts'));
  grow(after, 20);
  expect(after.text(false)).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n');
});
