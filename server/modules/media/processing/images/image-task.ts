/** The messages between the server and the process that opens pictures. Plain values: they travel between processes. */
import type { Result } from '#shared/base/result.ts';
import type { Derivation, MediaFacts } from '../../files/contract.ts';

export interface PictureFile {
  readonly path: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export type ImageTask =
  | { readonly verb: 'inspect'; readonly file: PictureFile }
  | { readonly verb: 'derive'; readonly file: PictureFile; readonly folder: string };

export interface ImageAnswers {
  readonly inspect: Result<MediaFacts>;
  readonly derive: Result<Derivation>;
}

/** Type by content → what libvips must call it. Other types that libvips would recognize are not opened. */
export const pictureFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/svg+xml': 'svg',
};

/** Begun with this, the worker lets everything else on the machine go first: no one waits for it. */
export const patientArg = 'patient';

/** The worker ends itself with this when it needs more memory than a picture may. */
export const tooMuchMemoryExit = 86;
