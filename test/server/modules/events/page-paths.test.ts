/** Two parts that claim one address: the second would never be asked. */
import { expect, test } from 'vitest';
import { openEventsModule } from './events-module.ts';

test('no two public pages have the same path, by any names of its parameters', async () => {
  const house = await openEventsModule();
  const paths = (house.module.pages ?? []).map(({ path }) => path.replace(/:\w+/g, ':'));
  await house.close();
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
});
