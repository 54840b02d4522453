/** A queue of one: each piece of work starts when the one before has ended, however that ended. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
}

/** A queue of one for each key; a key whose work has ended takes no memory. */
export type OneAtATimeByKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createOneAtATimeByKey(): OneAtATimeByKey {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return done;
  };
}
