/** 0 to 1 in whole hundredths, rounded down: 1 is said only of the whole. */
export function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100)) / 100;
}
