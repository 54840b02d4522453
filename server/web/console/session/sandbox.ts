/**
 * Determines whether this console shows the organization's sandbox: the same pages below `/sandbox`, with a login of its own.
 */
const prefix = '/sandbox';

export const isSandbox = location.pathname.startsWith(`${prefix}/`);

/** Beginning of the address of every request to the server. */
export const apiBase = `${location.origin}${isSandbox ? prefix : ''}`;

/** Returns the name under which the browser keeps something: the logins of the two consoles do not mix. */
export const keptAs = (name: string) => (isSandbox ? `${name}-sandbox` : name);

/** Path of the other console, live or sandbox: its start page, because the events of the two differ. */
export const otherConsole = `${isSandbox ? '' : prefix}/console/`;
