/** Uploads, tus, content and addresses of files as operations of the OpenAPI document; a test holds them to what is mounted. */
import type { JsonObject } from '#shared/base/json.ts';
import {
  answer,
  type Described,
  json,
  openAnswer,
  type RefusalStatus,
  ref,
  refusalNames,
  refusals,
} from './document.ts';
import { exampleId } from './examples.ts';

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer', minimum: 0 };
const bytes: JsonObject = { type: 'string', format: 'binary' };
const security: readonly JsonObject[] = [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }];

function needs(scope: string): JsonObject {
  return { tags: ['files'], security: [...security], 'x-scopes': [scope] };
}

function parameter(name: string, where: 'path' | 'query' | 'header', schema: JsonObject, more: JsonObject = {}) {
  return { name, in: where, ...(where === 'path' ? { required: true } : {}), schema, ...more } as JsonObject;
}

const idParameter = parameter('id', 'path', ref('schemas', 'Id'), { example: exampleId });
const tusVersion = parameter('Tus-Resumable', 'header', text, { description: '1.0.0' });

function tusHeaders(...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    ['Tus-Resumable', ...names].map((name) => [name, { schema: text } as JsonObject]),
  ) as JsonObject;
}

/** An answer to HEAD has no body, even with a Content-Length. */
function headRefusals(...statuses: readonly RefusalStatus[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [String(status), answer(refusalNames[status], null)]));
}

const stored: JsonObject = json({
  type: 'object',
  properties: { data: ref('schemas', 'files'), meta: { type: 'object' } },
  required: ['data', 'meta'],
});

const uploadRefusals = refusals(401, 403, 408, 409, 413, 415, 422, 507);

function upload(id: string, summary: string, visibility: string): JsonObject {
  return {
    operationId: id,
    summary,
    description: `One file, at most 100 MB; larger ones with the resumable upload at \`/api/v1/files/tus\`. Its type is detected from the content. Needs \`media:write\`.`,
    ...needs('media:write'),
    parameters: [ref('parameters', 'IdempotencyKey')],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              file: bytes,
              name: { ...text, description: 'Replaces the name of the uploaded file.' },
              visibility: { type: 'string', enum: ['private', 'public'], default: visibility },
              alt: { ...text, maxLength: 1_000 },
            },
            required: ['file'],
          },
        },
      },
    },
    responses: {
      201: answer('The file was stored.', stored, { Location: ref('headers', 'Location') }),
      ...uploadRefusals,
    },
  };
}

const rangeParameters = [
  parameter('Range', 'header', text, { description: '`bytes=0-499`, or several ranges.' }),
  parameter('download', 'query', text, { description: 'Offers the file for saving, for every type.' }),
];

function contentAnswers(of: typeof answer): JsonObject {
  const content: JsonObject = { '*/*': { schema: bytes } };
  return {
    200: of('The content.', content),
    206: of('The requested parts.', content),
    304: of('The content has not changed.', null),
  };
}

const tusTag = { ...needs('media:write') };
const chunkBody: JsonObject = { content: { 'application/offset+octet-stream': { schema: bytes } } };
const continued = answer('Taken.', null, tusHeaders('Upload-Offset', 'Upload-Expires'));

const tusOptions: JsonObject = {
  operationId: 'files.tus_options',
  summary: 'Show which parts of tus are supported',
  description: 'Versions, extensions, checksums, and the largest size the plan allows. Needs `media:write`.',
  ...tusTag,
  responses: {
    204: answer(
      'The headers contain the result.',
      null,
      tusHeaders('Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Checksum-Algorithm'),
    ),
    ...refusals(401, 403),
  },
};

const patchParameters = [
  idParameter,
  tusVersion,
  parameter('Upload-Offset', 'header', whole),
  parameter('Upload-Length', 'header', whole, { description: 'Set once, if the length was left open.' }),
  parameter('Upload-Checksum', 'header', text, { description: 'sha1, sha256 or md5, and the digest in base64.' }),
];
const patchRefusals = refusals(401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 422, 423, 460, 507);

const tusOperations: readonly Described[] = [
  { path: '/api/v1/files/tus', method: 'options', operation: tusOptions },
  {
    path: '/api/v1/files/tus',
    method: 'post',
    operation: {
      operationId: 'files.tus_create',
      summary: 'Start a resumable upload (tus 1.0.0), optionally with its first bytes',
      description:
        'Works with any tus client. An upload that is not continued for 24 hours is deleted. A finished one becomes the file with the same ID. `Upload-Metadata` can contain `filename` and `visibility`. Needs `media:write`.',
      ...tusTag,
      parameters: [
        tusVersion,
        parameter('Upload-Length', 'header', whole, { description: 'In bytes.' }),
        parameter('Upload-Defer-Length', 'header', text, { description: '1 means the length is set later.' }),
        parameter('Upload-Metadata', 'header', text),
        parameter('Upload-Concat', 'header', text, {
          description: '`partial`, or `final;` and the addresses of the parts, separated by spaces.',
        }),
      ],
      requestBody: chunkBody,
      responses: {
        201: answer('Begun.', null, {
          ...tusHeaders('Upload-Offset', 'Upload-Expires', 'Upload-Concat'),
          Location: ref('headers', 'Location'),
        }),
        ...refusals(401, 403, 404, 408, 409, 412, 413, 415, 422, 423, 460, 507),
      },
    },
  },
  {
    path: '/api/v1/files/tus/{id}',
    method: 'head',
    operation: {
      operationId: 'files.tus_state',
      summary: 'Show the progress of an upload',
      description: 'Needs `media:write`.',
      ...tusTag,
      parameters: [idParameter, tusVersion],
      responses: {
        200: answer(
          'The upload is at this offset.',
          null,
          tusHeaders('Upload-Offset', 'Upload-Length', 'Upload-Defer-Length', 'Upload-Metadata', 'Upload-Concat'),
        ),
        ...headRefusals(400, 401, 403, 404, 410, 412, 413, 415, 423, 429, 500, 503, 507),
      },
    },
  },
  {
    path: '/api/v1/files/tus/{id}',
    method: 'patch',
    operation: {
      operationId: 'files.tus_continue',
      summary: 'Continue an upload from an offset',
      description: 'Bytes received before a connection breaks are kept. Needs `media:write`.',
      ...tusTag,
      parameters: patchParameters,
      requestBody: chunkBody,
      responses: { 204: continued, ...patchRefusals },
    },
  },
  {
    path: '/api/v1/files/tus/{id}',
    method: 'post',
    operation: {
      operationId: 'files.tus_override',
      summary: 'Continue, check or delete an upload with POST only',
      description: '`X-HTTP-Method-Override` must be PATCH, HEAD or DELETE. Needs `media:write`.',
      ...tusTag,
      parameters: [...patchParameters, parameter('X-HTTP-Method-Override', 'header', text)],
      requestBody: chunkBody,
      responses: {
        200: answer('As HEAD.', null, tusHeaders('Upload-Offset', 'Upload-Length')),
        204: continued,
        ...patchRefusals,
      },
    },
  },
  {
    path: '/api/v1/files/tus/{id}',
    method: 'delete',
    operation: {
      operationId: 'files.tus_delete',
      summary: 'Cancel an upload',
      description: 'Needs `media:write`.',
      ...tusTag,
      parameters: [idParameter, tusVersion],
      responses: { 204: answer('Gone.', null, tusHeaders()), ...refusals(401, 403, 404, 409, 410, 412, 423) },
    },
  },
];

export const fileOperations: readonly Described[] = [
  {
    path: '/api/v1/files',
    method: 'post',
    operation: upload('files.upload', 'Upload a file', 'private'),
  },
  {
    path: '/api/v1/media/upload',
    method: 'post',
    operation: upload('media.upload', 'Upload an image, audio or video for publication', 'public'),
  },
  {
    path: '/api/v1/files/{id}/content',
    method: 'get',
    operation: {
      operationId: 'files.content',
      summary: 'Download a file, whole or in parts',
      description: 'Also works for private files. Needs `media:read`.',
      ...needs('media:read'),
      parameters: [
        idParameter,
        parameter('variant', 'query', text, { description: 'One of its `variants`.' }),
        ...rangeParameters,
      ],
      responses: { ...contentAnswers(answer), ...refusals(401, 403, 404, 416) },
    },
  },
  {
    path: '/files/{file}/{hash}/{name}',
    method: 'get',
    operation: {
      operationId: 'files.address',
      summary: 'Get a file at its own address',
      description:
        'Public files can be cached permanently: new content gets a new address. Private files need the `until` and `proof` that `POST /media/files/{file}/link` returns. Needs no credential.',
      tags: ['files'],
      security: [],
      parameters: [
        ...['file', 'hash', 'name'].map((name) => parameter(name, 'path', text, { example: 'x' })),
        parameter('until', 'query', text),
        parameter('proof', 'query', text),
        ...rangeParameters,
      ],
      responses: { ...contentAnswers(openAnswer), ...refusals(404, 410, 416) },
    },
  },
  ...tusOperations,
];

/** Operation of a server that keeps exports: sends the file of one that was written in the background. */
export const exportFileOperation: Described = {
  path: '/exports/{file}/{name}',
  method: 'get',
  operation: {
    operationId: 'exports.address',
    summary: 'Get the file of an export at its temporary address',
    description: 'The address is in the `link` of the export. It expires, and needs no credential.',
    tags: ['files'],
    security: [],
    parameters: [
      ...['file', 'name'].map((name) => parameter(name, 'path', text, { example: 'x' })),
      parameter('until', 'query', text),
      parameter('proof', 'query', text),
      ...rangeParameters,
    ],
    responses: { ...contentAnswers(openAnswer), ...refusals(404, 410, 416) },
  },
};
