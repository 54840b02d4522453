/**
 * Type by content → the one demuxer of ffmpeg that may open it. Nothing is guessed, and no format that names other
 * files or addresses (playlists, concatenations, session descriptions) is here: those are ways to the network.
 */
const demuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/webm': 'matroska',
  'audio/webm': 'matroska',
  'video/matroska': 'matroska',
  'audio/matroska': 'matroska',
  'video/ogg': 'ogg',
  'audio/ogg': 'ogg',
  'application/ogg': 'ogg',
  'video/vnd.avi': 'avi',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpegvideo',
  'video/mp1s': 'mpeg',
  'video/mp2p': 'mpeg',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/aiff': 'aiff',
};

export const isRecording = (type: string): boolean =>
  type.startsWith('video/') || type.startsWith('audio/') || type === 'application/ogg';

/** null: nothing is made of this type. */
export const demuxerOf = (type: string): string | null => demuxers[type.toLowerCase()] ?? null;

/** Returns the arguments with which ffmpeg and ffprobe open a file: as this format only, and from the local disk only. */
export function inputArgs(demuxer: string, path: string): readonly string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer, '-i', `file:${path}`];
}
