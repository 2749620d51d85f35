// Merge patches (RFC 7396): what changes one request into another.

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

/** Merges a patch into a value, as the server does. */
export function merge(into: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(into) ? { ...into } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(merged[key], value);
  }
  return merged;
}

/** One patch that does what two do, the first before the second: what the second takes away stays taken away. */
export function composed(first: Record<string, unknown>, second: Record<string, unknown>): Record<string, unknown> {
  const both = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = both[key];
    both[key] = isObject(value) && (before === undefined || isObject(before)) ? composed(before ?? {}, value) : value;
  }
  return both;
}

/** The patch from one request to another; null where they are the same. A field that is null counts as left out. */
export function patchBetween(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> | null {
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    patch[key] = isObject(old) && isObject(now) ? patchBetween(old, now) : now;
  }
  return Object.keys(patch).length > 0 ? patch : null;
}
