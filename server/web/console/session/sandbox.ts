/**
 * Determines whether this console shows the organization's sandbox: the same pages below `/sandbox`, with a login of its own.
 */
const prefix = '/sandbox';

export const isSandbox = location.pathname.startsWith(`${prefix}/`);

/** Beginning of the address of every request to the server. */
export const apiBase = `${location.origin}${isSandbox ? prefix : ''}`;

/** Name of what the browser keeps: the two logins do not mix. */
export const keptAs = (name: string) => (isSandbox ? `${name}-sandbox` : name);

/** The same page of the other one. Events differ, so it is the start page. */
export const otherConsole = `${isSandbox ? '' : prefix}/console/`;
