/** Datasets of modules as files, streamed: the filter, the search and the order are those of the collection's list. */
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { parseQueryString } from '#shared/query/query-string.ts';
import type { Dataset } from '#shared/schema/dataset.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { disposition } from '../../modules/media/files/clean-name.ts';
import { readExport, sheetOf } from './export-ask.ts';
import { exportBytes, exportTypes } from './export-formats.ts';
import { type DecimalsOf, exportRows } from './export-rows.ts';

export interface ExportParts {
  readonly datasets: readonly Dataset[];
  readonly decimalsOf: DecimalsOf;
}

export function mountExports({ datasets, decimalsOf }: ExportParts): Mount {
  async function send(path: string, request: Request, response: Response): Promise<void> {
    const caller = await callerOf(request);
    const parameters = valueOrRefusal(parseQueryString(queryTextOf(request)));
    const here = datasets.filter((one) => one.path === path);
    const asked = await readExport(caller, here, parameters, request.params as Record<string, string>);
    const { dataset, format } = asked;

    const rows = exportRows(caller, asked, decimalsOf);
    // A refusal is an answer, not half a file: the first page is read before the head is sent.
    const first = await rows.next();
    response.setHeader('Content-Type', exportTypes[format]);
    response.setHeader('Content-Disposition', disposition('attachment', `${dataset.name}.${format}`));
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      await pipeline(exportBytes(asked, sheetOf(caller, asked), withFirst(first, rows)), response);
    } catch (fault) {
      response.destroy();
      const gone = fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!gone) throw fault;
    }
  }

  return {
    name: 'exports',
    mount(app, steps) {
      for (const path of new Set(datasets.map((one) => one.path)))
        app.get([path, `/api/v1${path}`], steps.identified, (request: Request, response: Response) =>
          send(path, request, response),
        );
    },
  };
}

async function* withFirst<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
