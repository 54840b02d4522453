/**
 * A program of others (ffmpeg, ffprobe) over a stranger's file: arguments as a list and no shell, none of our secrets in
 * its environment, and killed at its limit.
 */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { plainEnvironment } from '../plain-environment.ts';

export interface ToolCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** No one waits for it: everything else on the machine goes first. */
  readonly patient?: boolean;
  /** Takes the standard output as it comes. Absent: it is returned, and the program is killed above 1,000,000 characters. */
  readonly onOutput?: (text: string) => void;
}

export interface ToolEnd {
  /** null: it was killed. */
  readonly code: number | null;
  /** It was killed at `limitMs`. */
  readonly late: boolean;
  /** Empty where the call has `onOutput`. */
  readonly output: string;
  /** The last 4,000 characters of its standard error. */
  readonly complaint: string;
}

const outputCharsMax = 1_000_000;
const complaintCharsMax = 4_000;
/** Priority below pictures, which are below the server. */
const niceness = 15;

/** @throws the signal's reason; an Error where the program cannot be begun */
export function runTool(call: ToolCall): Promise<ToolEnd> {
  const { program, args, limitMs, signal, patient = false, onOutput } = call;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    let complaint = '';
    let late = false;
    const kill = () => child.kill('SIGKILL');
    const clock = setTimeout(() => {
      late = true;
      kill();
    }, limitMs);
    const done = () => {
      clearTimeout(clock);
      signal.removeEventListener('abort', kill);
    };
    signal.addEventListener('abort', kill);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (onOutput) onOutput(text);
      else if (output.length + text.length > outputCharsMax) kill();
      else output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-complaintCharsMax);
    });
    child.on('spawn', () => {
      try {
        if (patient) setPriority(child.pid!, niceness);
      } catch {
        // The system does not allow it, or the program has ended already: it works without.
      }
    });
    child.on('error', (cause) => {
      done();
      reject(new Error(`${program} cannot be run`, { cause }));
    });
    child.on('close', (code) => {
      done();
      if (signal.aborted) reject(signal.reason);
      else resolve({ code, late, output, complaint });
    });
  });
}
