/** `FILES_URL` → where files lie. */
import { ConfigError } from '../../../core/config-error.ts';
import type { FileStore } from './contract.ts';
import type { S3Place } from './s3-requests.ts';
import { openS3Store } from './s3-store.ts';

const form = 's3://ACCESS_KEY:SECRET_KEY@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]';

/** @param address as the environment gives it; it holds a secret and is not repeated. Throws ConfigError. */
export function s3PlaceOf(address: string): S3Place {
  const url = new URL(address);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const accessKeyId = decodeURIComponent(url.username);
  const secretAccessKey = decodeURIComponent(url.password);
  if (!bucket || !accessKeyId || !secretAccessKey || !url.hostname)
    throw new ConfigError(`FILES_URL must be ${form}; use s3+http:// without TLS.`);
  return {
    credentials: { accessKeyId, secretAccessKey, region: url.searchParams.get('region') ?? 'us-east-1' },
    origin: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  };
}

/** @returns null where they lie in the data folder */
export function openFileStore(filesUrl: string | null): FileStore | null {
  return filesUrl === null ? null : openS3Store(s3PlaceOf(filesUrl));
}
