/** `npm run -s gatehouse -- COMMAND`: administration. Exit 0 done, 1 a check failed, 2 wrong words or a known refusal. */
import { type Command, UsageError } from './administration/command.ts';
import { commands } from './administration/commands.ts';
import { findCommand, readWords } from './administration/read-words.ts';
import { assemble } from './assemble.ts';
import { ConfigError, readConfig } from './config.ts';

const call = 'npm run -s gatehouse --';

function overview(of: readonly Command[]): string {
  const wide = Math.max(...of.map((c) => c.name.length + c.usage.length)) + 3;
  const lines = of.map((c) => `  ${`${c.name} ${c.usage}`.padEnd(wide)} ${c.summary}`);
  return [`Usage: ${call} COMMAND … [--json] [--help]`, '', ...lines, ''].join('\n');
}

/** No command was found: the overview of all, or of a family (`tenant --help`), where that was asked for. */
function explain(words: readonly string[]): number {
  const [first = ''] = words;
  const family = commands.filter((c) => c.name.startsWith(`${first} `));
  const asked = words.length === 0 || words.includes('--help');
  if (!asked || (first !== '' && first !== '--help' && family.length === 0)) {
    const known =
      family.length > 0 ? family.map((c) => c.name) : [...new Set(commands.map((c) => c.name.split(' ')[0]))];
    throw new UsageError(
      `There is no command ${words
        .filter((w) => !w.startsWith('-'))
        .slice(0, 2)
        .join(' ')}; known are: ${known.join(', ')}.`,
    );
  }
  process.stdout.write(overview(family.length > 0 ? family : commands));
  return 0;
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const found = findCommand(commands, words);
  if (!found) return explain(words);
  const { command, rest } = found;
  const { given, json, help } = readWords(command, rest);
  if (help) {
    process.stdout.write(`Usage: ${call} ${command.name} ${command.usage} [--json]\n\n${command.summary}\n`);
    return 0;
  }
  const house = await assemble(readConfig(process.env));
  try {
    const { value, lines, exitCode = 0 } = await command.run(house, given);
    process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
    return exitCode;
  } finally {
    await house.store.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (fault: unknown) => {
    const known = fault instanceof UsageError || fault instanceof ConfigError;
    const said = known ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault);
    process.stderr.write(`${said}\n`);
    process.exitCode = known ? 2 : 1;
  },
);
