/** The list of 25 by another surface and by REST, of one server, in turns; requests for each second of its CPU. */
import type { Agent } from 'node:http';
import { cpuSecondsOf } from './prepared-event.ts';
import { get, type Measured, measure, start } from './requests.ts';
import { median, type Row, scaled } from './row.ts';

const rowCount = 10_000;
const requestsPerRound = 1_000;
const rounds = 5;

const rest = '/api/v1/articles?where[status][equals]=published&sort=-views&limit=25';

export interface OtherSurface {
  readonly row: string;
  readonly name: string;
  /** Of what REST does, at least. */
  readonly least: number;
  readonly short?: string;
  /** Asks for the same list, and throws where it is not answered. */
  readonly ask: (agent: Agent, url: string, credential: string) => Promise<void>;
}

export async function measureBesideRest({ row, name, least, short, ask }: OtherSurface, scale: number): Promise<Row> {
  const side = await start('article-server.ts', { rows: scaled(rowCount, scale), databaseUrl: null });
  try {
    const { url, credential } = side;
    const cpu = () => cpuSecondsOf(side.child.pid);
    const count = scaled(requestsPerRound, scale);
    const asked: Measured[] = [];
    const listed: Measured[] = [];
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const one = await measure(count, cpu, (agent) => ask(agent, url, credential));
      const other = await measure(count, cpu, (agent) => get(agent, url + rest, credential));
      if (round === 0) continue;
      asked.push(one);
      listed.push(other);
    }
    const [value, list] = [asked, listed].map((all) => median(all.map((one) => one.perCpu))) as [number, number];
    const ratio = value / list;
    return {
      row,
      name,
      value,
      unit: 'requests/CPU-s',
      ceiling: { name: 'the same by REST', value: list },
      ratio,
      target: `≥ ${least} ×`,
      met: ratio >= least,
      ...(short === undefined ? {} : { short }),
    };
  } finally {
    side.child.kill();
  }
}
