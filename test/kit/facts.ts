/**
 * Facts about a chart, as data that its walk (`walk.ts`) and the walk on its screen (`screens/walk.ts`) share. So a rule of the
 * specification is typed once. Each of the two walks says how to check it: with ports and selectors, or on the page.
 */

/** Where an event leads. Subtypes add what else is true after it. */
export interface Outcome {
  readonly to: string;
}

interface StateFacts<Snapshot, Shown, After extends Outcome> {
  /** What is true as long as the chart is in the state. */
  readonly shows?: Partial<Shown>;
  /** The events that are taken, with their outcomes; all others must be refused. A function is for what depends on more than the state. */
  readonly takes?: Readonly<Record<string, string | After | ((snapshot: Snapshot) => string | After | null)>>;
}

/** By dotted path, typed by hand from the specification. */
export type Facts<Snapshot, Shown, After extends Outcome> = Readonly<
  Record<string, StateFacts<Snapshot, Shown, After>>
>;

interface Level<Snapshot, Shown, After extends Outcome, Setup, Looked> {
  shows(setup: Setup, shown: Partial<Shown>, snapshot: Snapshot): Looked;
  after(setup: Setup, outcome: After, snapshot: Snapshot): Looked;
  /** The events that this walk does not make at all. */
  readonly without?: readonly string[];
  /**
   * The names of this walk's acts for an event, if they differ from its name in the facts: a screen may have several controls for it, or
   * another one in each state. The keys are `{event}`, or `{state} {event}`, which takes precedence.
   */
  readonly acts?: Readonly<Record<string, readonly string[]>>;
  /** Whether this walk can do an act in a situation. A screen may not offer it, because of other charts. */
  readonly offers?: (snapshot: Snapshot, act: string) => boolean;
  /** Facts that only this walk checks. */
  readonly own?: Facts<Snapshot, Shown, After>;
}

/** Makes the `states` of a walk from the facts and from how this walk checks them. */
export function statesOf<Snapshot, Shown, After extends Outcome, Setup, Looked>(
  facts: Facts<Snapshot, Shown, After>,
  {
    shows,
    after,
    without = [],
    acts = {},
    offers = () => true,
    own = {},
  }: Level<Snapshot, Shown, After, Setup, Looked>,
) {
  const promised = (given: string | After) => {
    const outcome = typeof given === 'string' ? ({ to: given } as After) : given;
    return { to: outcome.to, sees: (setup: Setup, snapshot: Snapshot) => after(setup, outcome, snapshot) };
  };
  const targetOf =
    (act: string, given: NonNullable<StateFacts<Snapshot, Shown, After>['takes']>[string]) => (snapshot: Snapshot) => {
      if (!offers(snapshot, act)) return null;
      const outcome = typeof given === 'function' ? given(snapshot) : given;
      return outcome === null ? null : promised(outcome);
    };
  const paths = [...new Set([...Object.keys(facts), ...Object.keys(own)])];
  return Object.fromEntries(
    paths.map((path) => {
      const shown = { ...facts[path]?.shows, ...own[path]?.shows } as Partial<Shown>;
      const takes = { ...facts[path]?.takes, ...own[path]?.takes };
      const made = Object.entries(takes).filter(([event]) => !without.includes(event));
      const done = made.flatMap(([event, given]) =>
        (acts[`${path} ${event}`] ?? acts[event] ?? [event]).map((act) => [act, targetOf(act, given)]),
      );
      return [
        path,
        {
          // Without any, the walk complains that the state is not checked.
          ...(Object.keys(shown).length > 0 && {
            sees: (setup: Setup, snapshot: Snapshot) => shows(setup, shown, snapshot),
          }),
          takes: Object.fromEntries(done),
        },
      ];
    }),
  );
}
