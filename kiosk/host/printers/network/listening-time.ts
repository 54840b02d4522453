/**
 * A timeout for a printer's answer that counts only the time in which this process could receive one: after the computer was
 * busy or asleep, the printer has the whole time again. Called where printers are asked something.
 */

/** The timeout is cut into so many timers. Between two of them Node reads what has arrived at the sockets. */
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
