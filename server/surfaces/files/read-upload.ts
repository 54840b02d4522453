/** `multipart/form-data` with one file, onto this machine's disk, with a bound; and the few fields beside it. */
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { StoreFull } from '../../modules/media/files/contract.ts';
import { requestBytesMax } from '../../modules/media/files/file-limits.ts';
import { type Received, receive, TooLong } from '../../modules/media/files/receive.ts';
import { readBody } from './request-body.ts';

/** Maximum number of bytes beside the file: boundaries, headers and fields. */
const aroundBytesMax = 64 * 1024;
const limits = {
  files: 1,
  fields: 16,
  fieldSize: 8 * 1024,
  parts: 18,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

export interface ReadUpload {
  readonly received: Received;
  /** Name that the client gave the file. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

function tooLarge(bytesMax: number): RefusalError {
  if (bytesMax < requestBytesMax)
    return refusal('file_too_large', `The file must have at most ${bytesMax} bytes. Split it.`, {
      detail: { bytesMax },
    });
  return refusal(
    'file_too_large',
    `A request must have at most ${requestBytesMax} bytes. Send larger files with the resumable upload: tus 1.0 at /api/v1/files/tus.`,
    { detail: { bytesMax: requestBytesMax, resumable: '/api/v1/files/tus' } },
  );
}

const broken = () => refusal('form_invalid', 'The form cannot be read, or ended too early. Send multipart/form-data.');

function openForm(request: Request, bytesMax: number) {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw refusal('unsupported_media_type', 'Send the file as multipart/form-data.');
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw refusal('unsupported_media_type', 'Send the body without Content-Encoding.');
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + aroundBytesMax) throw tooLarge(bytesMax);
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: { ...limits, fileSize: bytesMax } });
  } catch {
    throw broken();
  }
}

/** Keeps a refusal, a full store and a fault of the connection as they are; any other fault is a form that cannot be read. */
function explained(fault: unknown): unknown {
  const known = fault instanceof RefusalError || fault instanceof StoreFull;
  return known || (fault instanceof Error && 'code' in fault) ? fault : broken();
}

interface Reading {
  file?: { readonly part: BusboyFileStream; readonly name: string; readonly received: Promise<Received> };
  problem?: Error;
}

/** @param path where the file is put; the caller removes it. Throws the refusal, StoreFull, or what breaks the connection. */
export async function readUpload(request: Request, path: string, bytesMax = requestBytesMax): Promise<ReadUpload> {
  const form = openForm(request, bytesMax);
  const fields = new Map<string, string>();
  const reading: Reading = {};
  const stop = (problem: Error) => {
    reading.problem ??= problem;
    form.destroy(problem);
    reading.file?.part.destroy(problem);
  };
  // The form's reader still emits errors after it was given up; an error without a listener ends the process.
  form.on('error', () => {});
  form.on('file', (_field: string, part: BusboyFileStream, name: string) => {
    part.on('error', () => {});
    const received = receive(part, path, bytesMax);
    reading.file = { part, name: name ?? '', received };
    received.catch((fault: unknown) => stop(fault instanceof TooLong ? tooLarge(bytesMax) : (fault as Error)));
    part.on('limit', () => stop(tooLarge(bytesMax)));
  });
  form.on('field', (field: string, value: string, nameCut: boolean, valueCut: boolean) => {
    if (nameCut || valueCut || fields.has(field))
      stop(refusal('form_invalid', `The field ${field.slice(0, 100)} is too long, or was sent more than once.`));
    fields.set(field, value);
  });
  form.on('filesLimit', () => stop(refusal('form_invalid', 'Send one file with each request.')));
  form.on('fieldsLimit', () => stop(refusal('form_invalid', 'The form has too many fields.')));
  form.on('partsLimit', () => stop(refusal('form_invalid', 'The form has too many parts.')));
  try {
    await pipeline(readBody(request), form);
    if (reading.problem) throw reading.problem;
    if (!reading.file) throw refusal('required', 'The form has no file.', { path: 'file' });
    return { received: await reading.file.received, name: reading.file.name, fields };
  } catch (fault) {
    const problem = reading.problem ?? fault;
    reading.file?.part.destroy(problem as Error);
    // The writer has ended before the caller removes the file.
    await reading.file?.received.catch(() => {});
    throw explained(problem);
  }
}
