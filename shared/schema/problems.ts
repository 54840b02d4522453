/** Refusals as they are found, a bounded number of them, each with its path in what was sent. */
import type { Refusal } from '../base/result.ts';

const problemsMax = 50;

export class Problems {
  readonly list: Refusal[] = [];

  add(path: string, code: string, message: string, detail?: Refusal['detail']): void {
    if (this.list.length < problemsMax) this.list.push({ code, message, path, ...(detail ? { detail } : {}) });
  }

  /** Adds the problems of a part that stands at `prefix`. */
  addAll(prefix: string, found: readonly Refusal[]): void {
    for (const { code, message, path, detail } of found) {
      const whole = [prefix, path].filter((step) => step !== undefined && step !== '').join('.');
      this.add(whole, code, path ? message.replace(path, whole) : message, detail);
    }
  }
}
