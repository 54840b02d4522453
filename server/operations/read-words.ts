/** The words of a command line → a command and what it was given; wrong ones throw UsageError with one sentence. */
import { parseArgs } from 'node:util';
import { type Command, type Given, UsageError } from './command.ts';

export interface ReadWords {
  readonly given: Given;
  readonly json: boolean;
  readonly help: boolean;
}

/** Commands have one or two words; the longer name wins. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find((c) => c.name === words.slice(0, length).join(' '));
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}

type Parsed = ReturnType<typeof parseArgs>;

function parse(command: Command, words: readonly string[]): Parsed {
  const options = { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    // Node's own sentences go on to explain `--`, which no command here needs.
    const [first] = String((cause as Error).message).split(/\.\s|\n/);
    throw new UsageError(`${first?.replace(/\.$/, '')}; see: ${command.name} --help.`, { cause });
  }
}

export function readWords(command: Command, words: readonly string[]): ReadWords {
  const { values, positionals } = parse(command, words);
  if (positionals.length > command.positionals.length)
    throw new UsageError(`${positionals.at(-1)} is one argument too many; see: ${command.name} --help.`);
  const named = new Map<string, string>(Object.entries(values).map(([name, value]) => [name, String(value)]));
  for (const [i, name] of command.positionals.entries())
    if (positionals[i] !== undefined) named.set(name, positionals[i]);
  const text = (name: string) => named.get(name);
  const needed = (name: string) => {
    const found = text(name);
    if (found) return found;
    const shown = command.positionals.includes(name) ? name.toUpperCase() : `--${name}`;
    throw new UsageError(`${shown} is missing; see: ${command.name} --help.`);
  };
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter((s) => s !== '');
  return { given: { text, needed, list }, json: values['json'] === true, help: values['help'] === true };
}
