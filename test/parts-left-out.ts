/**
 * `node test/parts-left-out.ts [PART… --files CHOICE,… --others --verbose]`: takes the line of each part, and of those that need it, out of
 * `events/module.ts`, in a copy of the sources, and runs the tests of the events module there that need no browser. Prints a
 * table: how many tests fail that are about these parts (`tests-of-parts.ts`), and which others do (`--others` runs those alone). Where others fail, one part
 * knows of another that it should not need. Not part of the tests: it takes one or two minutes for each part. A
 * part that more than half of the others need is run only where it is named: hardly a test would be left.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import { must } from '#shared/base/assert.ts';
import { isAbout, testsOfParts } from './tests-of-parts.ts';

const root = join(import.meta.dirname, '..');
const moduleFile = 'server/modules/events/module.ts';
const testsFolder = 'test/server/modules/events';
const copied = ['server', 'shared', 'kiosk', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

const { positionals, values } = parseArgs({
  options: {
    files: { type: 'string', default: testsFolder },
    verbose: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
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
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = [
    '--reporter=json',
    `--outputFile=${report}`,
    '--testTimeout=60000',
    '--project=unit',
    '--project=store',
  ];
  spawnSync(process.execPath, [vitest, 'run', ...options, ...files], { cwd: copy, stdio: 'ignore' });
  return failuresIn(report, copy);
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

const names = eventParts.map(({ name }) => name);
const strangers = positionals.filter((part) => !names.includes(part));
if (strangers.length > 0) throw new Error(`no such part: ${strangers.join(', ')}`);
const asked = positionals.length === 0 ? names : positionals;
console.log('| part | left out with it | own tests that fail | others that fail |\n|---|---|---|---|');
const copy = copySources();
try {
  for (const part of asked) {
    const gone = withDependents(eventParts, part);
    if (positionals.length === 0 && gone.size > names.length / 2) {
      console.log(`| ${part} | ${gone.size - 1} of ${names.length} parts | not run | not run |`);
      continue;
    }
    const others = Object.keys(testsOfParts).filter((test) => !isAbout(test, gone));
    const files = values.others ? others.map((test) => `${testsFolder}/${test}.test.ts`) : values.files.split(',');
    const failed = [...failuresWithout(gone, copy, files)];
    const testOf = (file: string) => file.slice(testsFolder.length + 1).replace('.test.ts', '');
    const strange = failed.filter(([file]) => !isAbout(testOf(file), gone));
    const own = values.others ? 'not run' : String(failed.length - strange.length);
    const cells = [[...gone].slice(1).join(' '), own, strange.map(([file]) => testOf(file)).join(' ')];
    console.log(`| ${[part, ...cells.map((cell) => cell || '–')].join(' | ')} |`);
    for (const [file, messages] of values.verbose ? strange : [])
      for (const one of messages) console.log(`  ${testOf(file)}: ${one}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
