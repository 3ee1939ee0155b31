import { explanationOf, notesOf } from './explanation';
import { type ChartModel, type TransitionModel, withForbidding } from './model';
import { causeTitle, headingOf, leadsTo, placeWords } from './words';

interface Shown {
  /** The heading of the page: 'Incident · Drawing'. */
  readonly heading: string;
  /** The chart as it is drawn: in a comparison with what only the other version has. */
  readonly chart: ChartModel;
  /** The id of the chosen state or transition; null for none. */
  readonly part: string | null;
  /** The caller who asks; '' for none. */
  readonly caller: string;
  /** The version with which the chart is compared; null for none. */
  readonly comparedWith: string | null;
  /** What has changed of the chosen part since then. */
  readonly changes: readonly string[];
  /** The path, up to the step that is shown. */
  readonly steps: readonly { readonly transitions: readonly TransitionModel[]; readonly payload: string | null }[];
  readonly version: string | undefined;
  /** The address of the page. */
  readonly link: string;
}

/**
 * What is shown, as lines of text for an e-mail or an issue: a reviewer writes below them what is wrong. The rule is quoted and not only
 * linked, because it may be another one by the time somebody reads the note.
 */
export function noteOf({ heading, chart, part, caller, comparedWith, changes, steps, version, link }: Shown): string {
  const state = chart.states.find(({ id }) => id === part);
  const transition = withForbidding(chart).find(({ id }) => id === part);
  return [
    heading,
    state && [headingOf(state), state.description, ...notesOf(state)].filter(Boolean).join('. '),
    transition && `${placeWords(transition.source)}: ${explanationOf(transition, null)}`,
    comparedWith !== null && `Compared with ‘${comparedWith}’`,
    ...changes,
    caller && `Who asks: ${caller}`,
    ...steps.map(stepWords),
    version && `Version of the rules: ${version}`,
    link,
  ]
    .filter(Boolean)
    .join('\n');
}

function stepWords({ transitions, payload }: Shown['steps'][number], at: number): string {
  const [first] = transitions;
  const cause = first ? causeTitle(first) : '';
  return `${at + 1}. ${cause}${payload === null ? '' : ` (${payload})`}: ${transitions.map(leadsTo).join(', then ')}`;
}
