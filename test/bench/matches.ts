/**
 * Figure M1: matches for 5,000 and 20,000 profiles of 384 dimensions, beside the bare product of the same vectors by the
 * same kernel in the same run; one changed profile; how long requests wait meanwhile; and how the attention is shared.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bestCandidates } from '#server/modules/events/networking/pairs/all-pairs.ts';
import type { PairTask } from '#server/modules/events/networking/pairs/pair-thread.ts';
import { productsOf, stripRows } from '#server/modules/events/networking/pairs/products.ts';
import { WorkMemory } from '#server/modules/events/networking/pairs/work-memory.ts';
import { seededRandom } from '#server/operations/demo/people.ts';
import { Threads } from '#server/store/threads.ts';
import { must } from '#shared/base/assert.ts';
import { allocate, exposureFactor, type Lists } from '#shared/networking/allocate.ts';
import { lexicalCalibration, lexicalDim, lexicalVector, textOf } from '#shared/networking/lexical.ts';
import { lexiconOf } from '#shared/networking/lexicon.ts';
import {
  buffersOf,
  type PackedPeople,
  type PackedTable,
  PeopleTable,
  sharesOf,
} from '#shared/networking/people-table.ts';
import { type ProfileWords, traitsOf } from '#shared/networking/profile.ts';
import { roleRules } from '#shared/networking/roles.ts';
import { usualWeights } from '#shared/networking/score.ts';
import { benchServedMatches } from './matches-served.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';
import { waitRows, waitsDuring } from './waits.ts';

const sizes = [
  { people: 5_000, factor: 1.5 },
  { people: 20_000, factor: 3 },
] as const;
const listLength = 10;
const minScore = 40;
const rules = roleRules(null, null);
const shares = sharesOf(usualWeights);
const titles = ['Founder', 'Investor', 'Developer', 'Designer', 'Mentor', 'Product manager', 'Sales', 'Researcher'];
const industries = [
  'Software',
  'Banking',
  'FinTech',
  'Retail',
  'Biotech',
  'Logistics',
  'Education',
  'Media',
  'Energy',
  '',
];

/** People of one field speak of the same things; some words are said by many and most by few. */
const fields = 40;

function profiles(count: number): readonly ProfileWords[] {
  const random = seededRandom(14);
  const one = (list: readonly string[]) => must(list[Math.floor(random() * list.length)], 'one of a list');
  return Array.from({ length: count }, () => {
    const field = Math.floor(fields * random());
    const words = (many: number, kind: string, known: number) =>
      Array.from({ length: many }, () => {
        const of = random() < 0.8 ? field : Math.floor(fields * random());
        return `${kind}${of}x${Math.floor(known * random() ** 2)}`;
      });
    return {
      role: one(titles),
      industry: one(industries),
      lookingFor: words(3, 'need', 12),
      offering: words(3, 'need', 12),
      interests: words(6, 'topic', 15),
      skills: words(5, 'skill', 20),
    };
  });
}

function tableOf(people: readonly ProfileWords[]): PeopleTable {
  const lexicon = lexiconOf(null);
  const table = new PeopleTable(lexicalDim, rules);
  people.forEach((words, n) => {
    table.put(String(n).padStart(6, '0'), traitsOf(words, rules), lexicalVector(textOf(words), lexicon));
  });
  return table;
}

/** CPU time of this thread: what else the machine does meanwhile is no part of the work. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { system, user } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** As the server does it, with requests between the turns. */
function packInTurns(table: PeopleTable): { readonly longestMs: number; readonly packed: PackedTable } {
  const steps = table.packing();
  let longestMs = 0;
  for (;;) {
    let packed: PackedTable | null = null;
    const turnMs = cpuMs(() => {
      const step = steps.next();
      if (step.done) packed = step.value;
    });
    longestMs = Math.max(longestMs, turnMs);
    if (packed) return { longestMs, packed };
  }
}

function exposure({ others }: Lists, people: number): { readonly most: number; readonly never: number } {
  const shown = new Int32Array(people);
  for (const other of others) if (other >= 0) shown[other] = (shown[other] ?? 0) + 1;
  return {
    most: shown.reduce((a, b) => Math.max(a, b), 0),
    never: shown.filter((count) => count === 0).length / people,
  };
}

/** Rounds in turns, so that what else the machine does meets both. */
const rounds = 5;

/** Medians of CPU time: the product alone, and everything from packed people to lists. */
function wholeBesideBare(task: PairTask, { count, dim, vectors }: PackedPeople) {
  const products = productsOf(vectors, count, dim);
  // As a thread keeps it.
  const memory = new WorkMemory();
  const both = Array.from({ length: rounds }, () => ({
    bare: cpuMs(() => {
      for (let from = 0; from < count; from += stripRows) products.strip(from, Math.min(stripRows, count - from));
    }),
    whole: cpuMs(() => void allocate(bestCandidates(task, undefined, memory), listLength)),
  }));
  return { bareMs: median(both.map(({ bare }) => bare)), wholeMs: median(both.map(({ whole }) => whole)) };
}

function exposureRows(shown: string, { most, never }: ReturnType<typeof exposure>): readonly Row[] {
  return [
    {
      row: 'M1',
      name: `most people that one of ${shown} is shown to`,
      value: most,
      unit: 'people',
      target: `≤ ${exposureFactor * listLength}`,
      met: most <= exposureFactor * listLength,
      isRule: true,
    },
    {
      row: 'M1',
      name: `of ${shown} shown to no one`,
      value: 100 * never,
      unit: '%',
      target: '≤ 1 %',
      met: never <= 0.01,
      isRule: true,
    },
  ];
}

async function benchSize(people: number, factor: number): Promise<readonly Row[]> {
  const shown = people.toLocaleString('en');
  const table = tableOf(profiles(people));
  // The engine has compiled it by the second time.
  table.pack();
  const { longestMs: packMs, packed: handed } = packInTurns(table);
  const { ids, ...packed } = handed;
  const task: PairTask = {
    people: packed,
    shares,
    calibration: lexicalCalibration,
    minScore,
    excluded: new Set<number>(),
    most: listLength,
  };
  const { bareMs, wholeMs } = wholeBesideBare(task, packed);
  // Up to the end: a thread alone does not keep a process alive.
  const bare = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const threads = new Threads<PairTask, Lists>(
    new URL('../../server/modules/events/networking/pairs/pair-thread.ts', import.meta.url),
  );
  // The thread is begun before: what is measured is the handing over.
  await threads.ask({ ...task, people: { ...packed, count: 0 } }, new AbortController().signal);
  let asked: Promise<Lists> = Promise.reject(new Error('not asked yet'));
  asked.catch(() => {});
  const handMs = cpuMs(() => {
    asked = threads.ask(task, new AbortController().signal, { given: buffersOf(packed) });
  });
  const waits = await waitsDuring(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, asked);
  const shared = exposure(await asked, people);
  await threads.close();
  bare.close();
  const rows = ids
    .slice(0, 40)
    .map((id) => cpuMs(() => table.eachScore(id, { shares, calibration: lexicalCalibration, minScore }, () => {})));
  return [
    {
      row: 'M1',
      name: `matches for ${shown} profiles × ${packed.dim}, CPU time`,
      value: wholeMs,
      unit: 'ms',
      ceiling: { name: 'the bare product, CPU time', value: bareMs },
      ratio: wholeMs / bareMs,
      target: `≤ ${factor} × the bare product`,
      met: wholeMs <= factor * bareMs,
      short: 'what is beside the product: shared words of each pair, the best hundred of each person, the lists',
    },
    {
      row: 'M1',
      name: `one changed profile among ${shown}, median`,
      value: median(rows),
      unit: 'ms',
      target: '≤ 20 ms',
      met: median(rows) <= 20,
    },
    {
      row: 'M1',
      name: `handing ${shown} to the worker, longest turn of the request thread, CPU time`,
      value: Math.max(packMs, handMs),
      unit: 'ms',
      target: '≤ 50 ms',
      met: Math.max(packMs, handMs) <= 50,
    },
    ...waitRows(`${shown} are matched`, waits),
    ...exposureRows(shown, shared),
  ];
}

export async function benchMatches({ scale }: BenchSetting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  // The engine compiles what runs often; the first run would pay for it.
  await benchSize(500, 1);
  for (const { factor, people } of sizes) {
    rows.push(...(await benchSize(scaled(people, scale), factor)));
    rows.push(...(await benchServedMatches(profiles(scaled(people, scale)))));
  }
  return rows;
}
