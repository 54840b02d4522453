/**
 * Hands one message to the protocol's library and returns its one answer, for calls without a session. The library's own
 * transports answer by way of the web's streams; this one does not. Called by bare-call.ts.
 */
import type { AuthInfo, JSONRPCMessage, MessageExtraInfo, Server, Transport } from '@modelcontextprotocol/server';

class OneAnswer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly answered: Promise<JSONRPCMessage>;
  #answer: (message: JSONRPCMessage) => void = () => {};

  constructor() {
    this.answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  async start(): Promise<void> {}

  /** Messages that are no answer are dropped: there is no stream for them. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#answer(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** @param message a request; it was looked at by read-message.ts */
export async function answerAlone(server: Server, message: unknown, authInfo: AuthInfo): Promise<JSONRPCMessage> {
  const transport = new OneAnswer();
  await server.connect(transport);
  try {
    transport.onmessage?.(message as JSONRPCMessage, { authInfo });
    return await transport.answered;
  } finally {
    await server.close();
  }
}
