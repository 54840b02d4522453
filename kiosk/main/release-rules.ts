/**
 * Things that a packaged kiosk refuses and a developer's run allows: debugging switches, and an unencrypted connection
 * to its server.
 */

/** Switches of Chromium and of Node that open the kiosk's memory, or its pages, to other programs of the machine. */
const refused = [
  /^remote-debugging-/,
  /^remote-allow-origins$/,
  /^inspect(?:-|$)/,
  /^debug(?:-|$)/,
  /^js-flags$/,
  /^disable-web-security$/,
  /^ignore-certificate-errors/,
  /^load-extension$/,
  /^disable-extensions-except$/,
];

/**
 * @param argv of the process; Chromium takes one dash as it takes two, on Windows a slash, and any case there
 * @returns the switch that a packaged kiosk does not start with, as it was written; null where there is none
 */
export function refusedSwitch(argv: readonly string[]): string | null {
  const nameOf = (word: string) => /^(?:--?|\/)([^=]+)/.exec(word.toLowerCase())?.[1] ?? '';
  return argv.slice(1).find((word) => refused.some((pattern) => pattern.test(nameOf(word)))) ?? null;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Kiosk tokens and all attendees go over this line: plain HTTP only inside the machine. */
export function isSafeServer({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
