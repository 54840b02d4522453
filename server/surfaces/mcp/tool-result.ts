/**
 * The result of a tool: data beside the same data as text. It is written out once; the protocol's library gets it as an
 * object, a bare call as the message itself.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';

export interface ToolResult {
  readonly value: Readonly<Record<string, unknown>>;
  /** `value` as JSON. */
  readonly text: string;
  readonly isError: boolean;
}

function resultWith(value: Readonly<Record<string, unknown>>, isError: boolean): ToolResult {
  return { value, text: JSON.stringify(value), isError };
}

/** The content of records is data only: it is never part of a tool's description or annotations. */
export function answer(value: unknown, isError = false): ToolResult {
  return resultWith(isObject(value) ? value : { data: value ?? null }, isError);
}

export function refused(errors: readonly Refusal[]): ToolResult {
  return resultWith({ errors }, true);
}

export function resultOf({ isError, text, value }: ToolResult): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...value }, ...(isError ? { isError } : {}) };
}

/** The answer to request `id` as it goes over the wire: a list is written out once, not for the text and for the data. */
export function messageOf(id: string | number, { isError, text }: ToolResult): string {
  const content = `[{"type":"text","text":${JSON.stringify(text)}}]`;
  const result = `{"content":${content},"structuredContent":${text}${isError ? ',"isError":true' : ''}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
