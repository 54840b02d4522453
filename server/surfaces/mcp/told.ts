/**
 * What a tool answers: data beside the text that says the same. It is written once; the protocol's library gets it as an
 * object, a plain call as the message itself.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';

export interface Told {
  readonly value: Readonly<Record<string, unknown>>;
  /** `value` as JSON. */
  readonly text: string;
  readonly isError: boolean;
}

function told(value: Readonly<Record<string, unknown>>, isError: boolean): Told {
  return { value, text: JSON.stringify(value), isError };
}

/** What records hold is said as data only: it is never part of a tool's description or annotations. */
export function answer(value: unknown, isError = false): Told {
  return told(isObject(value) ? value : { data: value ?? null }, isError);
}

export function refused(errors: readonly Refusal[]): Told {
  return told({ errors }, true);
}

export function resultOf({ isError, text, value }: Told): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...value }, ...(isError ? { isError } : {}) };
}

/** The answer to request `id` as it goes over the wire: a list is written out once, not for the text and for the data. */
export function messageOf(id: string | number, { isError, text }: Told): string {
  const content = `[{"type":"text","text":${JSON.stringify(text)}}]`;
  const result = `{"content":${content},"structuredContent":${text}${isError ? ',"isError":true' : ''}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
