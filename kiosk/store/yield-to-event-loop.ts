/** Yields the thread once, so that long work never delays a scan: no task may take 50 ms. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    // Not setTimeout: after a few turns browsers stretch it to 4 ms.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
