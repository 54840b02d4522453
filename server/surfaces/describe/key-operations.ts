/** API keys, and apps that people let in, as data: part of fixed-operations.ts. */
import { clientFields } from '../../identity/apps/client-fields.ts';
import { keyFields } from '../../identity/keys/key-fields.ts';
import { data, type Fixed, inBody, object } from './fixed-operation.ts';

export const keyOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/api-keys',
    id: 'keys.list',
    tag: 'keys',
    who: 'administrator',
    summary: 'List API keys, without their secrets',
    answers: data({ type: 'array', items: object }),
  },
  {
    method: 'post',
    path: '/api/v1/api-keys',
    id: 'keys.create',
    tag: 'keys',
    who: 'administrator',
    summary: 'Create an API key; it is shown only once',
    body: keyFields,
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/api-keys/{id}/revoke',
    id: 'keys.revoke',
    tag: 'keys',
    who: 'administrator',
    summary: 'Revoke an API key, from the next request on',
    answers: data(object),
    refused: [404, 409],
  },
];

export const appOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/oauth-clients',
    id: 'oauth.list_clients',
    tag: 'auth',
    who: 'administrator',
    summary: 'List the apps that people can authorize',
    answers: data({ type: 'array', items: object }),
  },
  {
    method: 'post',
    path: '/api/v1/oauth-clients',
    id: 'oauth.create_client',
    tag: 'auth',
    who: 'administrator',
    summary: 'Register an app',
    body: clientFields,
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'delete',
    path: '/api/v1/oauth-clients/{id}',
    id: 'oauth.delete_client',
    tag: 'auth',
    who: 'administrator',
    summary: 'Delete an app and all its access',
    answers: data(object),
    refused: [404, 409],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    id: 'oauth.metadata',
    tag: 'auth',
    who: 'public',
    summary: 'Metadata for OAuth clients (RFC 8414)',
    answers: object,
    refused: [404],
  },
];
