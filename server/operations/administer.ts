/**
 * Takes the words of a command line, writes lines and returns an exit code: 0 done, 1 a check failed or something broke,
 * 2 wrong words or a known refusal. The data are opened only for a command that runs: help needs none and answers at once.
 */

import { ConfigError } from '../core/config-error.ts';
import type { Assembly } from '../start/assemble.ts';
import type { Config } from '../start/config.ts';
import { type Command, type CommandAnswer, type Given, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { findCommand, readWords } from './read-words.ts';

export interface AdministerPorts {
  /** Both throw ConfigError where the environment will not do. */
  readonly config: () => Config;
  readonly openAssembly: () => Promise<Assembly>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const call = 'npm run -s gatehouse --';

function overview(of: readonly Command[]): string {
  const wide = Math.max(...of.map((c) => c.name.length + c.usage.length)) + 3;
  const lines = of.map((c) => `  ${`${c.name} ${c.usage}`.padEnd(wide)} ${c.summary}`);
  return [`Usage: ${call} COMMAND … [--json] [--help]`, '', ...lines, ''].join('\n');
}

/**
 * No command was found: returns the overview of all, or of a family (`tenant --help`), where that was asked for.
 *
 * @throws UsageError where it was not
 */
function explain(words: readonly string[]): string {
  const [first = ''] = words;
  const family = commands.filter((c) => c.name.startsWith(`${first} `));
  if (words.length === 0 || first === '--help') return overview(commands);
  if (words.includes('--help') && family.length > 0) return overview(family);
  const known = family.length > 0 ? family.map((c) => c.name) : [...new Set(commands.map((c) => c.name.split(' ')[0]))];
  const asked = words.filter((w) => !w.startsWith('-')).slice(0, 2);
  throw new UsageError(`Unknown command ${asked.join(' ')}. Commands: ${known.join(', ')}.`);
}

async function run(words: readonly string[], ports: AdministerPorts): Promise<number> {
  const { out } = ports;
  const found = findCommand(commands, words);
  if (!found) {
    out(explain(words));
    return 0;
  }
  const { command, rest } = found;
  const { given, json, help } = readWords(command, rest);
  if (help) {
    out(`Usage: ${call} ${command.name} ${command.usage} [--json]\n\n${command.summary}\n`);
    return 0;
  }
  const { value, lines, exitCode = 0 } = await answered(command, given, ports);
  out(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
  return exitCode;
}

async function answered(
  command: Command,
  given: Given,
  { config, openAssembly }: AdministerPorts,
): Promise<CommandAnswer> {
  if ('runAfar' in command) return command.runAfar(given);
  if ('runOnFolder' in command) return command.runOnFolder({ config: config(), openAssembly }, given);
  const assembly = await openAssembly();
  try {
    return await command.run(assembly, given);
  } finally {
    await assembly.store.close();
  }
}

export async function administer(words: readonly string[], ports: AdministerPorts): Promise<number> {
  try {
    return await run(words, ports);
  } catch (fault) {
    const known = fault instanceof UsageError || fault instanceof ConfigError;
    const said = known ? `gatehouse: ${fault.message}` : fault instanceof Error ? fault.stack : String(fault);
    ports.err(`${said}\n`);
    return known ? 2 : 1;
  }
}
