import { describe, expect, test } from 'vitest';
import { notRecorded } from '#kiosk/store/storage-failure.ts';

describe('why a scan could not be recorded', () => {
  test('a full disk is recognized, however deep the library wraps it', () => {
    const quota = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    const wrapped = Object.assign(new Error('Transaction aborted'), { name: 'AbortError', inner: quota });
    for (const error of [quota, wrapped, new Error('RxDB', { cause: wrapped })])
      expect(notRecorded(error)).toMatchObject({ kind: 'not_recorded', reason: 'disk_full' });
  });

  test('everything else is a fault of the storage', () => {
    for (const error of [new Error('boom'), new DOMException('x', 'UnknownError'), null, 'text'])
      expect(notRecorded(error)).toMatchObject({ kind: 'not_recorded', reason: 'storage_failed' });
  });
});
