/** @returns a function that gives each object a number of its own, for keys of maps; it keeps no object alive */
export function createNumberOf<T extends object>(): (object: T) => number {
  const numbers = new WeakMap<T, number>();
  let last = 0;
  return (object) => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(object, last);
    return last;
  };
}
