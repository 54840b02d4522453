/**
 * What uploads and media refuse, with the HTTP status of each. The codes in `mediaProblems` are those a processor may
 * answer: at the upload with this status, later as the `problem` of the file.
 */
export const mediaProblems = {
  /** More pixels, frames or minutes than are worked on. */
  media_too_large: 413,
  /** It begins like what it says, and cannot be read. */
  media_broken: 400,
  /** Of a type that is not taken, or holds what is not taken (scripts, references to the outside). */
  media_refused: 415,
  /** It cost more time or memory than one file may: only found out while it was worked on. */
  media_too_costly: 413,
  /** Audio and video, where the server has no ffmpeg: kept as it came, nothing was made of it. */
  transcoder_missing: 501,
} as const satisfies Readonly<Record<string, number>>;

export type MediaProblem = keyof typeof mediaProblems;

export const mediaRefusalStatuses = {
  ...mediaProblems,
  /** Above what one request may carry: the message names the resumable upload. */
  file_too_large: 413,
  file_not_ready: 409,
  link_expired: 410,
  form_invalid: 400,
  storage_quota_exceeded: 403,
  too_many_uploads: 429,
  storage_full: 507,
  upload_expired: 410,
  /** tus clients take a 409 for a moment's conflict, and ask again. */
  upload_finished: 410,
  /** Put together of others: it is what they were. */
  upload_joined: 403,
  /** A part that is to be put together with others is not whole yet. */
  upload_unfinished: 409,
  upload_length_known: 409,
  upload_busy: 423,
  upload_offset_mismatch: 409,
  upload_too_long: 413,
  checksum_mismatch: 460,
  tus_version_unsupported: 412,
  range_not_satisfiable: 416,
} as const satisfies Readonly<Record<string, number>>;
