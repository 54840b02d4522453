/** The other side does not speak RTMP, or goes beyond a bound. The connection ends; nothing it sent is in the message. */
export class ProtocolError extends Error {}

export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ProtocolError(message);
}
