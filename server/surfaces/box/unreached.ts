/** Says why the server upstream was not reached, as a sentence for people at the venue, with what to do next. */

const internet = 'Check that this computer is connected to the internet.';
const noWay = `There is no connection to it. ${internet}`;
const certificate =
  'Its certificate is not accepted. Check the date of this computer, and that no Wi-Fi login page answers instead of the server.';

const sentences: Readonly<Record<string, string>> = {
  timeout: `It does not answer in time. ${internet}`,
  econnrefused: 'No server runs at this address. Start the server, or check the address and its port.',
  enotfound: `No server of this name is found. ${internet} Then check the address.`,
  eai_again: `The name of the server cannot be looked up. ${internet}`,
  econnreset: `The connection was cut. ${internet}`,
  http_429: 'It is too busy to answer. It is tried again automatically.',
  kiosk_revoked: 'It no longer knows this box. Pair it again with a new code.',
  lease_expired: 'This box was without it for too long. Pair it again with a new code.',
};

/** @param reason as `UpstreamAnswer` and `UpstreamLink.problem` name it */
export function whyUnreached(reason: string): string {
  const known = sentences[reason];
  if (known !== undefined) return known;
  if (reason.startsWith('http_'))
    return 'It answers with an error. It is tried again automatically; tell who runs the server.';
  return reason.includes('cert') ? certificate : noWay;
}
