/**
 * Hosts in network namespaces of Linux, each with one cable to a switch that delays and loses frames and can be split in
 * two (`lossy-switch.py`: kernels without `netem` are common, and Node opens no TAP device). Needs root, `ip` and Python 3.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** What a cable of a busy wireless network does to frames, each way. */
const faults = { delayMs: 20, jitterMs: 5, loss: 0.01 } as const;
export const faultsText = `each way ${faults.delayMs} ± ${faults.jitterMs} ms, ${faults.loss * 100} % lost`;
/** What a bench says that cannot have such a network. */
export const noNetworkText = 'network namespaces with delay and loss need Linux, root, `ip`, /dev/net/tun and python3';

export interface VenueNetwork {
  /** The namespace of the host. @param n from 1 */
  nameOf(n: number): string;
  addressOf(n: number): string;
  /** These hosts hear each other, and the rest each other. */
  split(hosts: readonly number[]): Promise<void>;
  heal(): Promise<void>;
  close(): void;
}

type Switch = ChildProcessByStdio<Writable, Readable, Readable>;

function run(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns null: this machine makes no namespaces, or the switch does not start */
export async function openVenueNetwork(hosts: number): Promise<VenueNetwork | null> {
  const all = Array.from({ length: hosts }, (_, n) => n + 1);
  const nameOf = (n: number): string => `venue${process.pid}-${n}`;
  const addressOf = (n: number): string => `10.77.0.${n}`;
  const removeNames = (): void => {
    for (const n of all) run('ip', 'netns', 'del', nameOf(n));
  };
  if (!all.every((n) => run('ip', 'netns', 'add', nameOf(n)))) {
    removeNames();
    return null;
  }
  const device = await startSwitch(all.flatMap((n) => [nameOf(n), `${addressOf(n)}/24`]));
  if (device === null) {
    removeNames();
    return null;
  }
  return {
    nameOf,
    addressOf,
    split: (apart) => device.say(`split ${apart.join(' ')}`),
    heal: () => device.say('heal'),
    close: () => {
      device.end();
      removeNames();
    },
  };
}

async function startSwitch(places: readonly string[]) {
  const file = fileURLToPath(new URL('./lossy-switch.py', import.meta.url));
  const terms = [faults.delayMs, faults.jitterMs, faults.loss].map(String);
  const child: Switch = spawn('python3', [file, ...terms, ...places], { stdio: 'pipe' });
  const lines = createInterface({ input: child.stdout });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // A machine without Python.
  child.on('error', () => {});
  const ended = new Promise<null>((resolve) => child.once('close', () => resolve(null)));
  const nextLine = (): Promise<unknown> => Promise.race([once(lines, 'line'), ended]);
  if ((await nextLine()) === null) {
    if (errors !== '') process.stderr.write(errors);
    return null;
  }
  return {
    /** Until the switch has done it. */
    async say(text: string): Promise<void> {
      const done = nextLine();
      child.stdin.write(`${text}\n`);
      if ((await done) === null) throw new Error(`The switch has ended. ${errors}`);
    },
    end: () => child.stdin.end(),
  };
}
