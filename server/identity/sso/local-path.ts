/** The page that opens after a login: a page of this server's console, even where the RelayState names another. */
export const consolePath = '/console/';
const pathMax = 500;

/** @returns a path below the console; the console's own start for anything else: other hosts, other schemes, other paths */
export function localPath(asked: string | null | undefined): string {
  if (!asked || asked.length > pathMax || !/^\/console\/(?:[?#][\x21-\x7e]*)?$/.test(asked) || asked.includes('\\'))
    return consolePath;
  const url = new URL(asked, 'https://here.invalid');
  const stays = url.origin === 'https://here.invalid' && url.pathname === consolePath;
  return stays ? `${url.pathname}${url.search}${url.hash}` : consolePath;
}
