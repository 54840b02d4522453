/**
 * `node test/parts-left-out.ts [PART… --files CHOICE,…]`: takes the line of each part out of `events/module.ts`, in a copy of the
 * sources, and runs the tests of the events module there. Prints which of them fail, and of those which never name anything
 * that the part brings: where those fail, one part knows of another that it should not need. Not part of the tests: it
 * takes minutes for each part.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEventsModule, eventParts } from '#server/modules/events/module.ts';
import { must } from '#shared/base/assert.ts';
import { openEventsModule } from './server/modules/events/events-module.ts';

const root = join(import.meta.dirname, '..');
const moduleFile = 'server/modules/events/module.ts';
const testsFolder = 'test/server/modules/events';
const copied = ['server', 'shared', 'lan', 'kiosk', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

const { positionals, values } = parseArgs({
  options: { files: { type: 'string', default: testsFolder } },
  allowPositionals: true,
});
const chosen = values.files.split(',');

interface Line {
  readonly part: string;
  /** What holds its import. */
  readonly folder: string;
  /** Names that stand in a test that is about it. */
  readonly brought: readonly string[];
}

/** The parts in the order of the list. */
async function linesOf(): Promise<readonly Line[]> {
  const text = readFileSync(join(root, moduleFile), 'utf8');
  const { close, ports } = await openEventsModule();
  await close();
  const names = [...text.matchAll(/^ {2}(\w+)Part,$/gm)].map(([, name]) => must(name, 'a name'));
  return names.map((part, n) => {
    const folder = must(new RegExp(`\\{ ${part}Part \\} from './([^/]+)/`).exec(text)?.[1], 'its import');
    const own = createEventsModule(ports, [must(eventParts[n], 'a part')]);
    const collections = [...own.collections, ...(own.internal ?? [])].map(({ name }) => name);
    const actions = own.actions.map(({ definition }) => definition.name);
    const spoken = part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { part, folder, brought: [part, spoken, folder, ...collections, ...actions] };
  });
}

/** @returns test file → messages of what failed there */
function failuresWithout({ folder, part }: Line): ReadonlyMap<string, readonly string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'gatehouse-part-'));
  try {
    for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const file = join(copy, moduleFile);
    const left = readFileSync(file, 'utf8')
      .replace(`import { ${part}Part } from './${folder}/part.ts';\n`, '')
      .replace(`  ${part}Part,\n`, '');
    writeFileSync(file, left);
    const report = join(copy, 'report.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const options = ['--reporter=json', `--outputFile=${report}`, '--testTimeout=60000', '--project=unit'];
    spawnSync(process.execPath, [vitest, 'run', ...options, ...chosen], { cwd: copy, stdio: 'ignore' });
    return failuresIn(report, copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
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

const lines = await linesOf();
const asked = positionals.length === 0 ? lines : lines.filter(({ part }) => positionals.includes(part));
if (asked.length === 0) throw new Error(`no such part: ${positionals.join(', ')}`);
console.log(`${asked.length} of ${lines.length} parts, tests under ${chosen.join(', ')}`);
for (const line of asked) {
  const failed = failuresWithout(line);
  const names = (file: string) => {
    const text = readFileSync(join(root, file), 'utf8');
    return line.brought.some((word) => text.includes(word));
  };
  const strange = [...failed].filter(([file]) => !names(file));
  console.log(`${line.part}: ${failed.size} files fail, ${strange.length} of them do not name it`);
  for (const [file, messages] of failed)
    console.log(`  ${strange.some(([one]) => one === file) ? '?' : ' '} ${file}: ${messages.length}, ${messages[0]}`);
}
