/** Video and sound as they stand in FLV packets, in the form that a transport stream has. */

/** Unit before the first one of a frame, which marks the frame's beginning (H.264, 7.3.2.4). */
const delimiter = Buffer.from([0, 0, 0, 1, 9, 0xf0]);
const startCode = Buffer.from([0, 0, 0, 1]);
const unitTypes = { delimiter: 9, parameters: 7 } as const;

export interface AvcSetup {
  readonly lengthBytes: number;
  /** Parameter sets with start codes. */
  readonly parameters: Buffer;
  /** Name of the codec in playlists: `avc1.42c01e`. */
  readonly codec: string;
}

/** @returns null where it is no setup of H.264 (ISO/IEC 14496-15, 5.2.4.1) */
export function readAvcSetup(record: Uint8Array): AvcSetup | null {
  const [version, profile = 0, constraints = 0, level = 0, lengths = 0, count = 0] = record;
  if (version !== 1) return null;
  const sets: Uint8Array[] = [];
  let at = 6;
  const take = (sets: Uint8Array[], number: number): boolean => {
    for (let n = 0; n < number; n += 1) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
      if (length === 0 || at + 2 + length > record.length) return false;
      sets.push(startCode, record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    return true;
  };
  if ((count & 0x1f) === 0 || !take(sets, count & 0x1f)) return null;
  const pictures = record[at] ?? 0;
  at += 1;
  if (!take(sets, pictures)) return null;
  const hex = [profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { lengthBytes: (lengths & 3) + 1, parameters: Buffer.concat(sets), codec: `avc1.${hex}` };
}

/** @returns a frame with start codes; null where it has no unit, or a length is 0 or leads out of the packet */
export function toStartCodes({ lengthBytes, parameters }: AvcSetup, data: Uint8Array, isKey: boolean): Buffer | null {
  const units: Uint8Array[] = [];
  let hasParameters = false;
  for (let at = 0; at < data.length; ) {
    let length = 0;
    for (let n = 0; n < lengthBytes; n += 1) length = length * 256 + (data[at + n] ?? 0);
    at += lengthBytes;
    if (length === 0 || at + length > data.length) return null;
    const type = (data[at] ?? 0) & 0x1f;
    hasParameters ||= type === unitTypes.parameters;
    if (type !== unitTypes.delimiter) units.push(startCode, data.subarray(at, at + length));
    at += length;
  }
  if (units.length === 0) return null;
  return Buffer.concat([delimiter, ...(isKey && !hasParameters ? [parameters] : []), ...units]);
}

export interface AacSetup {
  /** One less than the audio object type, as an ADTS header has it. */
  readonly profile: number;
  readonly frequencyIndex: number;
  readonly channels: number;
  readonly codec: string;
}

const highEfficiency = 5;
const explicitFrequency = 15;

/** @returns null where ADTS cannot express it (ISO/IEC 14496-3, 1.6.2.1) */
export function readAacSetup(config: Uint8Array): AacSetup | null {
  const [first = 0, second = 0, third = 0] = config;
  if (config.length < 2) return null;
  const type = first >> 3;
  const frequencyIndex = ((first & 7) << 1) | (second >> 7);
  const channels = (second >> 3) & 0x0f;
  // The core of high efficiency AAC stands after the second frequency.
  const core = type === highEfficiency ? (third >> 2) & 0x1f : type;
  if (frequencyIndex >= explicitFrequency - 2 || channels === 0 || channels > 7 || core < 1 || core > 4) return null;
  return { profile: core - 1, frequencyIndex, channels, codec: `mp4a.40.${type}` };
}

const adtsBytes = 7;
const adtsLengthMax = 0x1f_ff;

/** @returns the data with a header of ADTS; null where it is too long for one */
export function toAdts({ channels, frequencyIndex, profile }: AacSetup, data: Uint8Array): Buffer | null {
  const length = adtsBytes + data.length;
  if (length > adtsLengthMax || data.length === 0) return null;
  const head = [
    ...[0xff, 0xf1, (profile << 6) | (frequencyIndex << 2) | (channels >> 2)],
    ...[((channels & 3) << 6) | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc],
  ];
  return Buffer.concat([Buffer.from(head), data]);
}
