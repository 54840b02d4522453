/**
 * The virtual printer's page: the badges it printed, newest first, live, and buttons that make it fail. Answers
 * requests under /printer; the caller has checked the token that the address carries.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { badgePng } from '../pages/badge-png.ts';
import { type Fault, faults } from './engine.ts';
import type { VirtualPrinter } from './virtual-printer.ts';
import { pageHtml } from './virtual-printer-html.ts';

const maxFormBytes = 1_024;
const maxStreams = 16;

function snapshot(printer: VirtualPrinter): string {
  const badges = printer.badges().map(({ number, atMs, complete, bitmap }) => ({
    number,
    atMs,
    complete,
    width: bitmap.widthDots,
    height: bitmap.heightDots,
  }));
  return JSON.stringify({ fault: printer.fault(), badges });
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxFormBytes) return null;
  }
  return new URLSearchParams(text);
}

function isFault(text: string | null): text is Fault {
  return faults.some((fault) => fault === text);
}

/** @returns the handler; it answers false for a method or an address that is not the page's */
export function createPrinterPage(
  printer: VirtualPrinter,
): (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean> {
  const streams = new Set<ServerResponse>();
  printer.onChange(() => {
    for (const stream of streams) stream.write(`data: ${snapshot(printer)}\n\n`);
  });

  function sendPage(response: ServerResponse): void {
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; img-src 'self' data:; connect-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    response.end(pageHtml(nonce));
  }

  function sendBadge(response: ServerResponse, number: number): void {
    const badge = printer.badges().find((one) => one.number === number);
    if (badge === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', 'image/png');
    response.end(badgePng(badge.bitmap));
  }

  function stream(request: IncomingMessage, response: ServerResponse): void {
    if (streams.size >= maxStreams) {
      response.writeHead(503).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`retry: 1000\ndata: ${snapshot(printer)}\n\n`);
    streams.add(response);
    request.on('close', () => streams.delete(response));
  }

  async function setFault(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const fault = form?.get('fault') ?? null;
    const afterBands = Number(form?.get('after') ?? 0);
    if (form === null || (fault !== '' && !isFault(fault)) || !Number.isInteger(afterBands) || afterBands < 0) {
      response.writeHead(422).end();
      return;
    }
    printer.setFault(isFault(fault) ? fault : null, afterBands);
    response.writeHead(204).end();
  }

  return async (request, response, url) => {
    const path = url.pathname;
    const badge = /^\/printer\/badges\/(\d{1,9})\.png$/.exec(path);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method === 'POST' && path === '/printer/fault') await setFault(request, response);
    else if (request.method !== 'GET') return false;
    else if (path === '/printer') sendPage(response);
    else if (path === '/printer/events') stream(request, response);
    else if (badge !== null) sendBadge(response, Number(badge[1]));
    else return false;
    return true;
  };
}
