/**
 * Waits in which only that time counts in which this process could have heard the answer: a machine that was busy or
 * asleep for longer than that is no printer that is silent. Called where printers are asked something.
 */

/** Between two of them all that lies at the sockets is read; a busy machine gets so many looks, too. */
const looks = 20;

/**
 * @param timeoutMs at least; longer by as much as the process stood still
 * @param callback called once, after what lay at the sockets in that moment
 * @returns the function that cancels it
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
