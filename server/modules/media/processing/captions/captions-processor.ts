/** The processor of WebVTT: what is served is written again, cue by cue. Small and pure enough for the server itself. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#shared/base/result.ts';
import type { FinishedFile, MediaProcessor } from '../../files/contract.ts';
import { problem } from '../problem.ts';
import { captionBytesMax, cleanCaptions } from './clean-captions.ts';

async function cleaned({ path, size }: FinishedFile): Promise<Result<string>> {
  if (size > captionBytesMax)
    return problem('media_too_large', `The captions must have at most ${captionBytesMax} bytes. Upload them in parts.`);
  return cleanCaptions(await readFile(path));
}

export const captionsProcessor: MediaProcessor = {
  name: 'captions',
  handles: (type) => type === 'text/vtt',
  servesOriginal: false,
  async inspect(file) {
    const captions = await cleaned(file);
    return captions.ok ? ok({}) : captions;
  },
  async derive(file, folder) {
    const captions = await cleaned(file);
    if (!captions.ok) return captions;
    const path = join(folder, 'main.vtt');
    await writeFile(path, captions.value);
    return ok({ files: [{ name: 'main', path, type: 'text/vtt', facts: {} }], facts: {} });
  },
};
