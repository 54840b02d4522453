/**
 * Node's own HTTP. Imported as an ES module it would bring all that it re-exports for browsers' sake (WebSocket,
 * CloseEvent), and with it the whole of `fetch`: 15 MB that a server does not use. Types may come from `node:http`.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
