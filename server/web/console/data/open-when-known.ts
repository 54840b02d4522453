/** Opens an address that the server has to be asked for first: in another tab, or in this one where a tab was blocked. */

/** @throws what `read` throws; the tab is closed again */
export async function openWhenKnown(read: () => Promise<string>): Promise<void> {
  // Opened at once: browsers block a window that opens after an answer.
  const page = open('', '_blank');
  try {
    const url = await read();
    if (page) page.location.href = url;
    else location.href = url;
  } catch (fault) {
    page?.close();
    throw fault;
  }
}
