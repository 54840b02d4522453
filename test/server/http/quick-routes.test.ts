/** Passing over what a path cannot be changes nothing about what is found. */
import express, { type Express } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hurryRoutes, wordsOf } from '#server/http/quick-routes.ts';

const segment = fc.constantFrom('api', 'v1', 'API', ':a', ':b', 'x.y', 'events', 'a');
const pattern = fc.array(segment, { maxLength: 4 }).map((all) => `/${all.join('/')}`);
const patterns = fc.oneof(
  pattern,
  fc.array(pattern, { minLength: 1, maxLength: 2 }),
  fc.constantFrom('/files/*rest', '/{:a}/v1', '/a/:b.json', '/x\\.y', '/a/'),
);
const path = fc
  .array(fc.constantFrom('api', 'v1', 'API', 'x.y', 'events', 'a', '', '%61', '%', 'b.json', 'files', '*'), {
    maxLength: 5,
  })
  .map((all) => `/${all.join('/')}`);

function appOf(routes: readonly (string | string[])[]): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.use((_request, _response, next) => next());
  for (const one of routes) app.get(one, (_request, response) => void response.end());
  return app;
}

/** What each layer of the router says of a path. */
function answers(app: Express, asked: string): readonly unknown[] {
  const layers = app.router.stack as unknown as readonly { match(path: string): unknown }[];
  return layers.map((layer) => {
    try {
      return layer.match(asked);
    } catch (error) {
      return String(error);
    }
  });
}

test('every layer answers as it did', () => {
  fc.assert(
    fc.property(
      fc.array(patterns, { maxLength: 6 }),
      fc.array(path, { minLength: 1, maxLength: 8 }),
      (routes, paths) => {
        const plain = appOf(routes.map((one) => (Array.isArray(one) ? [...one] : one)));
        const quick = appOf(routes.map((one) => (Array.isArray(one) ? [...one] : one)));
        hurryRoutes(quick);
        for (const one of paths) expect(answers(quick, one), one).toEqual(answers(plain, one));
      },
    ),
  );
});

test('patterns of words and parameters are passed over, others are left to the router', () => {
  expect(wordsOf('/api/v1/:collection/:id')).toEqual(['', 'api', 'v1', null, null]);
  for (const one of ['/', '/a/', '/files/*rest', '/a/:b.json', '/{a}', /x/]) expect(wordsOf(one)).toBeNull();
});
