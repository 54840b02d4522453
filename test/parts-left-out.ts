/**
 * `node test/parts-left-out.ts [PART… --files CHOICE,… --others --verbose]`: takes the line of one part, or of several
 * (`PART+PART`), and of the parts that need it, out of `events/module.ts`, in a copy of the sources, and runs the tests of
 * the events module there that need no browser. Prints a table: how many tests fail that are about these parts
 * (`tests-of-parts.ts`), and which others do (`--others` runs those alone). Where others fail, one part knows of another that it
 * should not need. Not part of the tests: it takes one or two minutes a part. A part that more than half of the others need
 * is run only where it is named: few tests would be left.
 *
 * `--fewest` runs each test once, with nothing but the parts that it is about, those that they need, and `event`: any other
 * part that a test leans on is found in one run.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import { must } from '#shared/base/assert.ts';
import { everyPart, isAbout, testsOfParts } from './tests-of-parts.ts';

const root = join(import.meta.dirname, '..');
const moduleFile = 'server/modules/events/module.ts';
const testsFolder = 'test/server/modules/events';
const copied = ['server', 'shared', 'kiosk', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

const { positionals, values } = parseArgs({
  options: {
    files: { type: 'string', default: testsFolder },
    verbose: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
    fewest: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const moduleText = readFileSync(join(root, moduleFile), 'utf8');

function lineOf(part: string): { readonly imported: string; readonly listed: string } {
  const variable = must(
    new RegExp(`\\{ (\\w+) \\} from './${part}/part.ts'`).exec(moduleText)?.[1],
    `the import of ${part}`,
  );
  return { imported: `import { ${variable} } from './${part}/part.ts';\n`, listed: `  ${variable},\n` };
}

/** One for all parts: what was transformed for one of them serves the next. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'gatehouse-part-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** @returns test file → messages of what failed there */
function failuresWithout(
  parts: ReadonlySet<string>,
  copy: string,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  let left = moduleText;
  for (const { imported, listed } of [...parts].map(lineOf)) left = left.replace(imported, '').replace(listed, '');
  writeFileSync(join(copy, moduleFile), left);
  return failuresOf(files, copy);
}

function failuresOf(files: readonly string[], copy: string): ReadonlyMap<string, readonly string[]> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = [
    '--reporter=json',
    `--outputFile=${report}`,
    // What is about a part that is gone may wait for what never comes.
    ...(values.others || values.fewest ? [] : ['--testTimeout=60000']),
    '--project=unit',
    '--project=store',
  ];
  spawnSync(process.execPath, [vitest, 'run', ...options, ...files], { cwd: copy, stdio: 'ignore' });
  return failuresIn(report, copy);
}

/**
 * Runs each test file with its own parts. A process runs many files, so the list of parts is set at the start of each.
 *
 * @param files without those that are about every part
 */
function failuresOfFewest(copy: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const listed = 'export const eventParts: readonly Part[] = [';
  const chosen = `
const allParts = eventParts.slice();
Object.assign(globalThis, {
  keepParts: (names: readonly string[]) =>
    (eventParts as Part[]).splice(0, Infinity, ...allParts.filter(({ name }) => names.includes(name))),
});
`;
  writeFileSync(join(copy, moduleFile), `${must(moduleText.includes(listed) ? moduleText : null, listed)}${chosen}`);
  const kept = Object.fromEntries(files.map((file) => [join(copy, file), [...fewestFor(testOf(file))]]));
  const setup = 'test/fixtures/leave-as-found.ts';
  const keep = `
import '#server/modules/events/module.ts';
(globalThis as any).keepParts((${JSON.stringify(kept)} as any)[expect.getState().testPath ?? '']);
`;
  appendFileSync(join(copy, setup), keep);
  return failuresOf(files, copy);
}

function fewestFor(test: string): ReadonlySet<string> {
  const found = new Set(['event', 'registration', ...must(testsOfParts[test], test)]);
  for (const one of found) for (const need of eventParts.find(({ name }) => name === one)?.needs ?? []) found.add(need);
  return found;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function failuresIn(report: string, copy: string): ReadonlyMap<string, readonly string[]> {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults.filter(({ status }) => status === 'failed');
  return new Map(
    failed.map(({ assertionResults, message, name }) => {
      const wrong = assertionResults.filter(({ status }) => status === 'failed');
      const said = wrong.map(({ failureMessages, title }) => `${title}: ${failureMessages[0]?.split('\n', 1)[0]}`);
      return [name.slice(copy.length + 1), said.length > 0 ? said : [message.split('\n', 1)[0] ?? '']] as const;
    }),
  );
}

const testOf = (file: string) => file.slice(testsFolder.length + 1).replace('.test.ts', '');
const fileOf = (test: string) => `${testsFolder}/${test}.test.ts`;

const names = eventParts.map(({ name }) => name);
const strangers = positionals.flatMap((several) => several.split('+')).filter((part) => !names.includes(part));
if (strangers.length > 0) throw new Error(`no such part: ${strangers.join(', ')}`);
const copy = copySources();
try {
  if (values.fewest) printFewest();
  else printLeftOut();
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function printFewest(): void {
  const tests = Object.keys(testsOfParts).filter((test) => testsOfParts[test] !== everyPart);
  const files = values.files === testsFolder ? tests.map(fileOf) : values.files.split(',');
  const failed = failuresOfFewest(copy, files);
  console.log(`${failed.size} of ${files.length} tests fail with their own parts alone.`);
  for (const [file, messages] of failed)
    console.log([`${testOf(file)} (${[...fewestFor(testOf(file))].join(' ')})`, ...messages].join('\n  '));
}

function printLeftOut(): void {
  console.log('| part | left out with it | own tests that fail | others that fail |\n|---|---|---|---|');
  for (const part of positionals.length === 0 ? names : positionals) {
    const together = part.split('+');
    const gone = new Set(together.flatMap((one) => [...withDependents(eventParts, one)]));
    if (positionals.length === 0 && gone.size > names.length / 2) {
      console.log(`| ${part} | ${gone.size - 1} of ${names.length} parts | not run | not run |`);
      continue;
    }
    const others = Object.keys(testsOfParts).filter((test) => !isAbout(test, gone));
    const failed = [...failuresWithout(gone, copy, values.others ? others.map(fileOf) : values.files.split(','))];
    const strange = failed.filter(([file]) => !isAbout(testOf(file), gone));
    const own = values.others ? 'not run' : String(failed.length - strange.length);
    const needing = [...gone].filter((one) => !together.includes(one));
    const cells = [needing.join(' '), own, strange.map(([file]) => testOf(file)).join(' ')];
    console.log(`| ${[part, ...cells.map((cell) => cell || '–')].join(' | ')} |`);
    for (const [file, messages] of values.verbose ? strange : [])
      for (const one of messages) console.log(`  ${testOf(file)}: ${one}`);
  }
}
