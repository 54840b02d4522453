/** `npm run -s gatehouse -- COMMAND`: administration. Exit 0 done, 1 a check failed, 2 wrong words or a known refusal. */
import { parseArgs } from 'node:util';
import { type Command, type Given, UsageError } from './administration/command.ts';
import { commands } from './administration/commands.ts';
import { assemble } from './assemble.ts';
import { ConfigError, readConfig } from './config.ts';

const call = 'npm run -s gatehouse --';

function overview(of: readonly Command[]): string {
  const wide = Math.max(...of.map((c) => c.name.length + c.usage.length)) + 3;
  const lines = of.map((c) => `  ${`${c.name} ${c.usage}`.padEnd(wide)} ${c.summary}`);
  return [`Usage: ${call} COMMAND … [--json] [--help]`, '', ...lines, ''].join('\n');
}

function find(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find((c) => c.name === words.slice(0, length).join(' '));
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}

function read(command: Command, words: readonly string[]): { given: Given; json: boolean; help: boolean } {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length > command.positionals.length)
    throw new UsageError(`${positionals.at(-1)} is one word too many.`);
  const named = new Map<string, string>(Object.entries(values).map(([name, value]) => [name, String(value)]));
  for (const [i, name] of command.positionals.entries())
    if (positionals[i] !== undefined) named.set(name, positionals[i]);
  const text = (name: string) => named.get(name);
  const needed = (name: string) => {
    const found = text(name);
    if (found) return found;
    throw new UsageError(`${command.positionals.includes(name) ? name.toUpperCase() : `--${name}`} is missing.`);
  };
  return { given: { text, needed }, json: values['json'] === true, help: values['help'] === true };
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const found = find(words);
  if (!found) {
    const family = commands.filter((c) => c.name.startsWith(`${words[0]} `));
    const asked = words.length === 0 || words.includes('--help');
    (asked ? process.stdout : process.stderr).write(overview(family.length > 0 ? family : commands));
    return asked ? 0 : 2;
  }
  const { command, rest } = found;
  const { given, json, help } = read(command, rest);
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
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    const known = fault instanceof UsageError || fault instanceof ConfigError || code.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(
      known ? `gatehouse: ${(fault as Error).message}\n` : `${fault instanceof Error ? fault.stack : String(fault)}\n`,
    );
    process.exitCode = known ? 2 : 1;
  },
);
