/**
 * A timeout for a printer's answer that counts only the time in which this process could receive one: after the computer
 * was busy or asleep, the printer still has the rest of its time. Called where printers are asked something.
 */

/** Number of timers into which the timeout is cut. Between two of them Node reads what has arrived at the sockets. */
const looks = 20;

/**
 * @param timeoutMs the shortest time; a time for which the process stands still counts as at most one of the timers
 * @param callback called once, after Node has read what had arrived at the sockets
 * @returns the function that cancels the timeout
 */
export function afterListening(timeoutMs: number, callback: () => void): () => void {
  let looksLeft = looks;
  let isOver = false;
  let timer = setTimeout(look, timeoutMs / looks);
  function look(): void {
    looksLeft -= 1;
    if (looksLeft > 0) timer = setTimeout(look, timeoutMs / looks);
    else setImmediate(() => isOver || callback());
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
