/** A mistake in one action: its name, and the actions that replace the original one. */
interface WrongAction {
  readonly name: string;
  readonly instead: readonly unknown[];
}

/** The properties of XState's built-in actions, which are functions. */
interface BuiltIn {
  readonly type?: unknown;
  readonly delay?: unknown;
  readonly collect?: Collect;
}
type Enqueue = ((...args: unknown[]) => void) & Record<string, (...args: unknown[]) => void>;
type Collect = (given: { readonly enqueue: Enqueue }, params: unknown) => void;

/** A delay that is twice as long. One millisecond is added, so that a delay of 0 changes, too. */
const longer = (delay: unknown): unknown => {
  if (typeof delay === 'number') return 2 * delay + 1;
  if (typeof delay === 'function') return (...args: unknown[]) => longer(delay(...args));
  return delay;
};
/** A delay that is half as long. One millisecond is subtracted for the same reason. */
const shorter = (delay: unknown): unknown => {
  if (typeof delay === 'number') return Math.floor(delay / 2) - 1;
  if (typeof delay === 'function') return (...args: unknown[]) => shorter(delay(...args));
  return delay;
};
export const wrongDelays: readonly [string, (delay: unknown) => unknown][] = [
  ['twice as long', longer],
  ['half as long', shorter],
];

/** A copy of a function with its properties, some of them changed. */
const variantOf = (action: BuiltIn, change: object): unknown => {
  const copy = () => {
    throw new Error('XState resolves its own actions, and never calls them.');
  };
  return Object.assign(copy, action, change);
};

/** The kinds of actions that an `enqueueActions` queues, such as 'assign' and 'sendTo'; '' for named actions. Read from its code. */
const kindsIn = (collect: Collect): string[] => [
  ...new Set([...String(collect).matchAll(/\benqueue(?:\.(\w+))?\(/g)].map(([, kind]) => kind ?? '')),
];

/** The function of an `enqueueActions` with each call of one kind changed. */
function withCalls(collect: Collect, kind: string, change: (call: (...args: unknown[]) => void) => unknown): Collect {
  return (given, params) => {
    const { enqueue } = given;
    const calls = Object.fromEntries(Object.entries(enqueue).map(([name, call]) => [name, call]));
    const direct = (...args: unknown[]) => enqueue(...args);
    const wrong =
      kind === ''
        ? Object.assign(change(direct) as typeof direct, calls)
        : Object.assign(direct, { ...calls, [kind]: change(enqueue[kind] as typeof direct) });
    collect({ ...given, enqueue: wrong as Enqueue }, params);
  };
}

function wrongCallsOf(action: BuiltIn & { readonly collect: Collect }): WrongAction[] {
  const { collect } = action;
  const kinds = kindsIn(collect);
  const dropped = kinds.map((kind) => ({
    name: `without any ${kind || 'named action'}`,
    instead: [variantOf(action, { collect: withCalls(collect, kind, () => () => {}) })],
  }));
  const delayed = kinds
    .filter((kind) => kind === 'raise' || kind === 'sendTo')
    .filter(() => /\bdelay\b/.test(String(collect)))
    .flatMap((kind) =>
      wrongDelays.map(([words, wrong]) => {
        const changed =
          (call: (...args: unknown[]) => void) =>
          (...args: unknown[]) =>
            call(
              ...args.map((arg) =>
                typeof arg === 'object' && arg !== null && 'delay' in arg ? { ...arg, delay: wrong(arg.delay) } : arg,
              ),
            );
        return {
          name: `with its delay ${words}`,
          instead: [variantOf(action, { collect: withCalls(collect, kind, changed) })],
        };
      }),
    );
  // With a single kind, this mutant would be the same as dropping the whole action.
  return [...(kinds.length > 1 ? dropped : []), ...delayed];
}

/**
 * The mistakes in one action of a chart's configuration: it is dropped, its delay is changed, or all calls of one kind in an
 * `enqueueActions` are dropped.
 * @param resolve finds the code of a named action
 */
export function wrongActionsOf(action: unknown, resolve: (name: string) => unknown): WrongAction[] {
  const name = typeof action === 'string' ? action : (action as { type?: unknown }).type;
  const code = (typeof action === 'function' ? action : resolve(String(name))) as BuiltIn | undefined;
  const isInPlace = typeof action === 'function';
  return [
    { name: 'dropped', instead: [] },
    ...(isInPlace && typeof code?.delay === 'number'
      ? wrongDelays.map(([words, wrong]) => ({
          name: `with its delay ${words}`,
          instead: [variantOf(code, { delay: wrong(code.delay) })],
        }))
      : []),
    ...(isInPlace && code?.collect ? wrongCallsOf({ ...code, collect: code.collect }) : []),
  ];
}
