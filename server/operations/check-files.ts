/** Checks whether the store of uploaded files answers, and throws where it does not. Writes nothing. Called by the doctor. */
import type { Assembly } from '../start/assemble.ts';

export async function checkFiles({ config, files }: Assembly): Promise<string> {
  try {
    await files.parts.store.size('doctor/nothing');
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${said}: check FILES_URL; files cannot be uploaded or shown until then`, { cause });
  }
  return config.filesUrl === null ? 'in the data folder (FILES_URL is not set)' : 'the bucket of FILES_URL responds';
}
