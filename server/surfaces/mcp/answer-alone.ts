/**
 * Hands one message to the protocol's library and returns its one answer, for calls without a session. The library's own
 * transport needs a request and an answer of the Web API for each message, which costs 1.3 to 1.7 times the CPU: 1,850
 * instead of 3,120 requests for each second of CPU for `prompts/list`, 1,870 instead of 2,500 for `tools/list` (24 November
 * 2026, server and load of bench row F4, five rounds by turns). Called by bare-call.ts.
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
