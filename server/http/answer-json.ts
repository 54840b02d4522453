/** An answer in JSON as Express would send it, without its looking up what JSON is. */
import type { Response } from 'express';

export function answerJson(response: Response, value: unknown): void {
  answerJsonText(response, JSON.stringify(value));
}

export function answerJsonText(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
