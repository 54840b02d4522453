/** Saves a file on the computer of the person: one that the server sends, or one that was made here. */
import { client } from './client.ts';

/** @param name of the saved file. @throws GatehouseError */
export async function download(path: string, name: string): Promise<void> {
  const content = await client.$download(path);
  if (content instanceof Blob) saveFile(content, name);
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
