/** Reads the first bytes of a packet (video_file_format_spec_v10_1, E.4), and writes packets as an FLV file. */
import type { MediaPacket } from './tap.ts';

const avc = 7;
const aac = 10;
const keyFrame = 1;
/** Enhanced RTMP: a code of four letters follows instead of the codec. */
const isEnhanced = (first: number) => (first & 0x80) !== 0;

const fourLetters = (data: Uint8Array) => Buffer.from(data.subarray(1, 5)).toString('latin1');

export function isKeyFrame({ data, kind }: MediaPacket): boolean {
  const first = data[0] ?? 0;
  return kind === 'video' && ((first >> 4) & 7) === keyFrame && !isSequenceHeader({ data, kind });
}

/** Tests for the header that a decoder needs before the first frame; it is sent again to every receiver that begins later. */
export function isSequenceHeader({ data, kind }: Pick<MediaPacket, 'data' | 'kind'>): boolean {
  const first = data[0] ?? 0;
  if (kind === 'audio') return first >> 4 === aac && data[1] === 0;
  if (kind !== 'video') return false;
  return isEnhanced(first) ? (first & 0x0f) === 0 : (first & 0x0f) === avc && data[1] === 0;
}

export const isFrame = (packet: MediaPacket) => packet.kind === 'video' && !isSequenceHeader(packet);

/** @returns `h264`, `aac`, `mp3`, or a name made of the code of another codec */
export function codecOf({ data, kind }: MediaPacket): string {
  const first = data[0] ?? 0;
  if (kind === 'audio') return first >> 4 === aac ? 'aac' : first >> 4 === 2 ? 'mp3' : `flv-audio-${first >> 4}`;
  if (isEnhanced(first)) return fourLetters(data).replace(/[^a-z0-9]/gi, '_');
  return (first & 0x0f) === avc ? 'h264' : `flv-video-${first & 0x0f}`;
}

const tagTypes = { audio: 8, video: 9, script: 18 } as const;

/** Audio and video, then the size of the tag before the first. */
export const flvHeader = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

const setDataFrame = Buffer.concat([Buffer.from([2, 0, 13]), Buffer.from('@setDataFrame')]);

/** Encoders send metadata as a command to store them; files have them without it. */
function fileData({ data, kind }: MediaPacket): Uint8Array {
  const isCommand = kind === 'script' && setDataFrame.equals(data.subarray(0, setDataFrame.length));
  return isCommand ? data.subarray(setDataFrame.length) : data;
}

export function flvTag(packet: MediaPacket): Buffer {
  const { kind, timestampMs } = packet;
  const data = fileData(packet);
  const tag = Buffer.alloc(11 + data.length + 4);
  tag[0] = tagTypes[kind];
  tag.writeUIntBE(data.length, 1, 3);
  tag.writeUIntBE(timestampMs & 0xff_ff_ff, 4, 3);
  tag[7] = (timestampMs >>> 24) & 0xff;
  tag.set(data, 11);
  tag.writeUInt32BE(11 + data.length, 11 + data.length);
  return tag;
}
