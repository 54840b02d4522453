/**
 * Hosts in network namespaces of Linux, each with one cable to a switch that can be split in two. Needs root and `ip`;
 * delay and loss need the kernel's `netem`.
 */
import { execFileSync } from 'node:child_process';

/** What a cable of a busy wireless network does to packets, each way. */
export const netemArguments = ['delay', '20ms', '5ms', 'loss', '1%'] as const;

export interface VenueNetwork {
  /** Whether delay and loss are on, which a kernel without `netem` cannot do. */
  readonly hasFaults: boolean;
  /** The namespace of the host. @param n from 1 */
  nameOf(n: number): string;
  addressOf(n: number): string;
  /** These hosts hear each other, and the rest each other. */
  split(hosts: readonly number[]): void;
  heal(): void;
  close(): void;
}

function run(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns null: this machine makes no namespaces, bridges or cables */
export function openVenueNetwork(hosts: number): VenueNetwork | null {
  const prefix = `venue${process.pid}`;
  const hub = `${prefix}-switch`;
  const all = Array.from({ length: hosts }, (_, n) => n + 1);
  const nameOf = (n: number): string => `${prefix}-${n}`;
  const addressOf = (n: number): string => `10.77.0.${n}`;
  const inHub = (...args: string[]): boolean => run('ip', '-n', hub, ...args);
  const plug = (n: number, bridge: string): boolean => inHub('link', 'set', `port${n}`, 'master', bridge);

  function addBridge(name: string): boolean {
    return inHub('link', 'add', name, 'type', 'bridge') && inHub('link', 'set', name, 'up');
  }

  function addHost(n: number): boolean {
    const name = nameOf(n);
    const inHost = (...args: string[]): boolean => run('ip', '-n', name, ...args);
    return (
      run('ip', 'netns', 'add', name) &&
      inHub('link', 'add', `port${n}`, 'type', 'veth', 'peer', 'name', 'cable', 'netns', name) &&
      plug(n, 'whole') &&
      inHub('link', 'set', `port${n}`, 'up') &&
      inHost('addr', 'add', `${addressOf(n)}/24`, 'dev', 'cable') &&
      inHost('link', 'set', 'cable', 'up') &&
      inHost('link', 'set', 'lo', 'up')
    );
  }

  function close(): void {
    for (const name of [...all.map(nameOf), hub]) run('ip', 'netns', 'del', name);
  }

  const made = run('ip', 'netns', 'add', hub) && addBridge('whole') && addBridge('apart') && all.every(addHost);
  if (!made) {
    close();
    return null;
  }
  const netem = (n: number): boolean =>
    run('tc', '-n', nameOf(n), 'qdisc', 'add', 'dev', 'cable', 'root', 'netem', ...netemArguments);
  return {
    hasFaults: all.every(netem),
    nameOf,
    addressOf,
    split: (apart) => {
      for (const n of apart) plug(n, 'apart');
    },
    heal: () => {
      for (const n of all) plug(n, 'whole');
    },
    close,
  };
}
