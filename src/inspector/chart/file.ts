import * as v from 'valibot';
import type { ChartModel, StateModel, TransitionModel } from './model';

/**
 * The text of a chart's file. It has one line per state, per transition, and per state and act of the rule book, without empty values, so
 * that a review shows a changed rule as changed lines. The same chart always gives the same text.
 */
export function fileOf({ id, states, transitions, forbidding, rules }: ChartModel): string {
  const list = (parts: readonly object[]) =>
    parts.length === 0 ? '[]' : `[\n${parts.map((part) => `    ${JSON.stringify(slim(part))}`).join(',\n')}\n  ]`;
  const parts = Object.entries({ states, transitions, ...(forbidding && { forbidding }), ...(rules && { rules }) });
  const written = parts.map(([name, part]) => `  "${name}": ${list(part)}`).join(',\n');
  return `{\n  "chart": ${JSON.stringify(id)},\n${written}\n}\n`;
}

/** Leaves out the values that `chartFrom` fills in as defaults. */
const slim = (part: object) =>
  Object.fromEntries(
    Object.entries(part).filter(
      ([, value]) => value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );

const Text = v.optional(v.string(), '');
const Texts = v.optional(v.array(v.string()), () => []);
const Flag = v.optional(v.boolean(), false);
const StateLine = v.object({
  id: Text,
  name: v.string(),
  parent: v.optional(v.nullable(v.string())),
  type: v.picklist(['atomic', 'compound', 'parallel', 'final', 'history']),
  history: v.optional(v.nullable(v.picklist(['shallow', 'deep']))),
  target: v.optional(v.nullable(v.string()), null),
  isInitial: Flag,
  description: Text,
  tags: Texts,
  entry: Texts,
  exit: Texts,
  invokes: v.optional(
    v.array(v.object({ id: v.string(), src: v.string(), chart: v.optional(v.nullable(v.string()), null) })),
    () => [],
  ),
});
const TransitionLine = v.object({
  id: v.string(),
  source: Text,
  trigger: v.picklist(['event', 'always', 'after', 'done', 'error']),
  event: Text,
  delay: v.optional(v.nullable(v.number()), null),
  guard: v.optional(v.nullable(v.string()), null),
  targets: Texts,
  actions: Texts,
  reenter: Flag,
  description: Text,
});
const RuleLine = v.object({
  state: v.string(),
  act: v.string(),
  answers: v.record(v.string(), v.string()),
  others: Text,
});
const ChartFile = v.object({
  chart: v.string(),
  states: v.array(StateLine),
  transitions: v.array(TransitionLine),
  /** Absent in older files. */
  forbidding: v.optional(v.array(TransitionLine)),
  /** Absent in older files, and for charts without a rule book. */
  rules: v.optional(v.array(RuleLine)),
});

/**
 * Reads the chart from a text that `fileOf` has written.
 * @throws Error if the text is not such a file
 */
export function chartFrom(text: string): ChartModel {
  const { chart, states, transitions, forbidding, rules } = v.parse(ChartFile, JSON.parse(text));
  return {
    id: chart,
    // The root has no parent, and its children have the parent ''.
    states: states.map(
      (state, index): StateModel => ({
        ...state,
        parent: index === 0 ? null : (state.parent ?? ''),
        // Older files do not tell the kind of a history state. Most are shallow.
        history: state.type === 'history' ? (state.history ?? 'shallow') : null,
      }),
    ),
    transitions: transitions satisfies TransitionModel[],
    ...(forbidding && { forbidding }),
    ...(rules && { rules }),
  };
}
