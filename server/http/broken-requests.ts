/**
 * Answers requests that are not HTTP, have too many bytes of headers or arrive too slowly in the server's error format: Node
 * rejects them before they reach Express; body-timeout.ts reports slow bodies the same way.
 */
import type { Server } from 'node:http';

interface Answer {
  readonly line: string;
  readonly code: string;
  readonly message: string;
}

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The headers of a request must have at most 16 KB in total.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The complete request did not arrive in time. Send it again.',
  },
};

const noHttp: Answer = {
  line: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request is not valid HTTP.',
};

export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { line, code, message } = answers[fault.code ?? ''] ?? noHttp;
    const body = JSON.stringify({ errors: [{ code, message }] });
    socket.end(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
