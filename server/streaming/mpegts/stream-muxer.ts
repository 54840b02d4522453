/**
 * Turns the media packets of a stream into units of an MPEG transport stream. It leaves out what the player cannot play:
 * other codecs and broken frames.
 */
import { isKeyFrame, isSequenceHeader } from '../flv-packet.ts';
import type { MediaPacket } from '../tap.ts';
import { type AacSetup, type AvcSetup, readAacSetup, readAvcSetup, toAdts, toStartCodes } from './elementary.ts';
import { type Carried, TransportPackets, type Unit } from './transport-packets.ts';

const avc = 7;
const mp3 = 2;
const aac = 10;
/** Bytes before the data: frame type and codec, packet type, composition time. */
const videoHeadBytes = 5;
const mp3Codec = 'mp4a.40.34';

/** 24 bits with a sign: milliseconds from decoding to presentation. */
function compositionMs(data: Uint8Array): number {
  const value = ((data[2] ?? 0) << 16) | ((data[3] ?? 0) << 8) | (data[4] ?? 0);
  return value & 0x80_00_00 ? value - 0x1_00_00_00 : value;
}

export class StreamMuxer {
  readonly #packets = new TransportPackets();
  #avc: AvcSetup | null = null;
  #aac: AacSetup | null = null;
  #hasMp3 = false;

  /** Codecs as playlists name them; null: there is no picture that a player can show. */
  get codecs(): string | null {
    if (!this.#avc) return null;
    const audio = this.#aac?.codec ?? (this.#hasMp3 ? mp3Codec : null);
    return [this.#avc.codec, ...(audio ? [audio] : [])].join(',');
  }

  tables(): Buffer {
    const carried: Carried = { video: 'h264', audio: this.#aac ? 'aac' : this.#hasMp3 ? 'mp3' : null };
    return this.#packets.tables(carried);
  }

  /** Keeps what a sequence header says. @returns null where the packet is no unit */
  unitOf(packet: MediaPacket): Unit | null {
    if (packet.kind === 'video') return this.#video(packet);
    return packet.kind === 'audio' ? this.#audio(packet) : null;
  }

  bytesOf(unit: Unit): Buffer {
    return this.#packets.unit(unit);
  }

  #video(packet: MediaPacket): Unit | null {
    const { data, timestampMs: dtsMs } = packet;
    if (((data[0] ?? 0) & 0x8f) !== avc) {
      this.#avc = null;
      return null;
    }
    const body = data.subarray(videoHeadBytes);
    if (isSequenceHeader(packet)) {
      this.#avc = readAvcSetup(body);
      return null;
    }
    if (!this.#avc || data[1] !== 1) return null;
    const isKey = isKeyFrame(packet);
    const units = toStartCodes(this.#avc, body, isKey);
    const ptsMs = Math.max(dtsMs, dtsMs + compositionMs(data));
    return units && { kind: 'video', ptsMs, dtsMs, isKey, data: units };
  }

  #audio(packet: MediaPacket): Unit | null {
    const { data, timestampMs } = packet;
    const format = (data[0] ?? 0) >> 4;
    if (format === aac && isSequenceHeader(packet)) {
      this.#aac = readAacSetup(data.subarray(2));
      return null;
    }
    if (format === mp3) this.#hasMp3 = true;
    const sound =
      format === mp3 ? data.subarray(1) : this.#aac && format === aac ? toAdts(this.#aac, data.subarray(2)) : null;
    if (!sound || sound.length === 0) return null;
    return { kind: 'audio', ptsMs: timestampMs, dtsMs: timestampMs, isKey: false, data: sound };
  }
}
