/** F1: a filtered, sorted list of 25 by GraphQL beside the same by REST. */
import { measureBesideRest, type OtherSurface } from './beside-rest.ts';
import { post } from './load/post.ts';
import type { BenchSetting, Row } from './row.ts';

/** Every field that REST answers with. */
const query = `query ($status: String) {
  articles(where: {status: {equals: $status}}, sort: "-views", limit: 25) {
    data { id createdAt updatedAt version title status views author body }
    meta { limit hasMore nextCursor }
  }
}`;

const body = JSON.stringify({ query, variables: { status: 'published' } });

export async function benchGraphql({ scale }: BenchSetting): Promise<readonly Row[]> {
  const surface: OtherSurface = {
    row: 'F1',
    name: 'GraphQL: filtered, sorted list of 25',
    least: 0.4,
    async ask(agent, url, credential) {
      const { status, text } = await post(agent, `${url}/graphql`, credential, body);
      if (status !== 200 || text.includes('"errors"')) throw new Error(`not answered: ${status} ${text}`);
    },
  };
  return [await measureBesideRest(surface, scale)];
}
