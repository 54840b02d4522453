/**
 * The refusals of uploads and media, with the HTTP status of each. The codes in `mediaProblems` are those a processor
 * may answer: at the upload with this status, later as the `problem` of the file.
 */
export const mediaProblems = {
  /** More bytes, pixels, frames, cues or minutes than are processed. */
  media_too_large: 413,
  /** The file begins like one of its type, but cannot be read; or the server ended too often while it processed the file. */
  media_broken: 400,
  /** A type that is not accepted, or content that is not (scripts, external references). */
  media_refused: 415,
  /** Processing the file took more time or memory than one file may. */
  media_too_costly: 413,
  /** Audio and video on a server without ffmpeg: stored as sent, without variants. */
  transcoder_missing: 501,
} as const satisfies Readonly<Record<string, number>>;

export type MediaProblem = keyof typeof mediaProblems;

export const mediaRefusalStatuses = {
  ...mediaProblems,
  /** Larger than one request may carry (the message then names the resumable upload), or than the plan allows for one file. */
  file_too_large: 413,
  file_not_ready: 409,
  link_expired: 410,
  form_invalid: 400,
  storage_quota_exceeded: 403,
  too_many_uploads: 429,
  storage_full: 507,
  upload_expired: 410,
  /** tus clients treat a 409 as a temporary conflict, and try again. */
  upload_finished: 410,
  /** The file was joined from other uploads: nothing can be added to it. */
  upload_joined: 403,
  /** An upload that is to be joined with others is no part, or is not complete yet. */
  upload_unfinished: 409,
  upload_length_known: 409,
  upload_busy: 423,
  upload_offset_mismatch: 409,
  upload_too_long: 413,
  checksum_mismatch: 460,
  tus_version_unsupported: 412,
  range_not_satisfiable: 416,
} as const satisfies Readonly<Record<string, number>>;
