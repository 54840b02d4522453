export const serverSources: readonly string[];

/**
 * @param built the file that stands for what was built
 * @param sources files and folders below the project's folder
 * @param root another folder instead of the project's
 */
export function isFresh(built: string, sources: readonly string[], root?: string): boolean;
