/** Runs a load generator as a process of its own, so that the server's process is measured alone. Parent side. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

/**
 * @param script a file of this folder that answers its one message with one
 * @returns the answer; rejects when the process ends without one
 */
export function runLoad<Answer>(script: string, job: object): Promise<Answer> {
  const child = fork(join(import.meta.dirname, script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => {
      resolve(answer as Answer);
      child.kill();
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it answered`)));
    child.send(job);
  });
}

/** Child side: one job in, one answer out. A fault ends the process, and so the bench. */
export function answerJob<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  process.once('message', (job) => {
    void work(job as Job).then((answer) => process.send?.(answer as object));
  });
}
