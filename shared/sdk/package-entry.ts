/**
 * The exports of the package `@gatehouse/sdk`, name by name. Inside this repository the files are imported themselves.
 */

export type { Json } from '../base/json.ts';
export type { Refusal } from '../base/result.ts';
export type { SystemFields } from '../schema/infer.ts';
export type { BuiltIn } from './built-in.ts';
export type { CallOptions } from './call-options.ts';
export type {
  BulkAnswer,
  BulkInput,
  CollectionClient,
  CreateOptions,
  ListOptions,
  Page,
  ShowOptions,
  WriteOptions,
} from './collection-client.ts';
export {
  type Client,
  type ClientCore,
  type ClientOptions,
  createClient,
  type DownloadOptions,
  type LoginInput,
} from './create-client.ts';
export { type ClientCode, type ErrorCode, GatehouseError, type Settled, settled } from './gatehouse-error.ts';
export type { HeldAccess, HeldGrant, HeldSession, WhoseOptions } from './held-access.ts';
export type { Change, ChangesOptions, Place } from './live-changes.ts';
export type { PushRow, RefusedRow, Replica, ReplicationHandlers, ReplicationOptions, Written } from './replication.ts';
export type { RetryRule } from './retry.ts';
export type {
  ActionName,
  ActionTypes,
  CollectionName,
  CollectionTypes,
  CreateOf,
  Filter,
  FiltersOf,
  InputOf,
  OutputOf,
  PatchOf,
  RecordOf,
  Schema,
  SystemFilters,
} from './schema.ts';
export type { Credential, Session } from './session.ts';
export type { PopulatePath, Shown } from './shown.ts';
export type { Upload, UploadedFile, UploadOptions } from './upload.ts';
export type { Geometry, SortKey, Where } from './where.ts';
