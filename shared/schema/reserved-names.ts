/** Names a tenant's own definitions may not take, because something else answers to them already. */
import { reservedFieldNames } from './definition.ts';

/** Words that stand after `/api/v1/` or beside it, or that name what every tenant has. */
export const reservedCollectionNames: ReadonlySet<string> = new Set([
  'actions',
  'admin',
  'api',
  'api_keys',
  'auth',
  'browser_tools',
  'bulk',
  'changes',
  'collab',
  'collab_documents',
  'collab_updates',
  'collections',
  'console',
  'constructor',
  'control',
  'custom',
  'docs',
  'files',
  'graphql',
  'health',
  'keys',
  'kiosk',
  'kiosks',
  'live',
  'mcp',
  'mcp_sessions',
  'media',
  'members',
  'modules',
  'mutation',
  'oauth',
  'openapi',
  'pairing',
  'platform',
  'prototype',
  'query',
  'registry',
  'replication',
  'roles',
  'sandbox',
  'schema',
  'sdk',
  'search',
  'session',
  'subscription',
  'system',
  'tenant',
  'usage',
  'versions',
  'webhooks',
]);

/** Names of `Object.prototype`, which an object without such a field seems to have, and what JSON and promises call. */
const prototypeNames = [
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  'toJSON',
  'then',
];

/** Names that stand for logic in a filter. */
const filterWords = ['and', 'or', 'not'];

export const reservedOwnFieldNames: ReadonlySet<string> = new Set([
  ...reservedFieldNames,
  ...prototypeNames,
  ...filterWords,
]);

/** Inside a group no record's own fields are near. */
export const reservedOwnInsideNames: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  ...prototypeNames,
  ...filterWords,
]);
