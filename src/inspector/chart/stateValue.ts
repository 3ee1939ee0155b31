/** The ids of all states that a state value names, including their parents: { a: 'b' } gives '', 'a' and 'a.b'. */
export function statesIn(value: unknown, around = ''): string[] {
  return [around, ...innerOf(value, around).flatMap(([id, inner]) => statesIn(inner, id))];
}

/** The ids of the innermost states that a state value names, one per region: { a: 'b', c: {} } gives 'a.b' and 'c'. */
export function leavesIn(value: unknown, around = ''): string[] {
  const inner = innerOf(value, around);
  return inner.length === 0 ? [around] : inner.flatMap(([id, one]) => leavesIn(one, id));
}

/** The innermost states that a state value names, in words. */
export const stateWords = (value: unknown) => leavesIn(value).join(' and ');

/** The ids of the states directly inside a state, each with what the value says of the states in it. */
function innerOf(value: unknown, around: string): [id: string, inner: unknown][] {
  const entries = typeof value === 'string' ? [[value, null] as const] : Object.entries(value ?? {});
  return entries.map(([key, inner]) => [around === '' ? key : `${around}.${key}`, inner]);
}
