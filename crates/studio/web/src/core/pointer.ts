// JSON pointers (RFC 6901): places in the document.

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A pointer of plain keys, which may hold any character. */
export function pointer(...keys: string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys of a pointer. */
export function keysOf(path: string): string[] {
  return path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The value at a pointer; null where nothing is. */
export function valueAt(root: Json, path: string): Json {
  let value: Json = root;
  for (const key of keysOf(path)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value;
}

/** A copy with another value at a pointer; null takes it away, and parents that are missing are made. */
export function withValue(root: Json, path: string, value: Json): Json {
  return put(root, keysOf(path), value);
}

function put(root: Json, [key, ...rest]: string[], value: Json): Json {
  if (key === undefined) return value;
  const parent: { [key: string]: Json } = isObject(root) ? { ...root } : {};
  const next = put(Object.hasOwn(parent, key) ? parent[key] : null, rest, value);
  if (next === null) delete parent[key];
  else Object.defineProperty(parent, key, { value: next, writable: true, enumerable: true, configurable: true });
  return parent;
}
