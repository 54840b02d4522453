/** Style sheets and scripts that a page holds itself: without what is written for readers of the source. */

/** @returns the rules alone, in one line */
export const compactCss = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');

/** @returns the script without indentation, and without comments that have lines of their own */
export const compactScript = (script: string): string =>
  script.replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, '').replace(/^\s*(?:\/\/.*)?\n?/gm, '');

/**
 * @param parts in the order in which they run
 * @returns one script in which the parts know each other's functions, and the page's other scripts know none of them
 */
export const joinScript = (parts: readonly string[]): string => compactScript(`(() => {\n${parts.join('\n')}\n})();\n`);
