// What clips are called beside each other: the file that they come from is left out where they are told apart without it.

/** Without the file: `hero/walk` is a walk. */
export const withoutFile = (name: string): string => /^[^/]+\/(.+)$/.exec(name)?.[1] ?? name;

/** The names of clips that are seen together, as short as they may be. */
export function calledTogether(names: readonly string[]): string[] {
  const short = names.map(withoutFile);
  return short.map((word, n) => (short.filter((other) => other === word).length === 1 ? word : names[n]));
}
