import type { ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import type { ChartModel, StateModel, TransitionModel } from './model';
import { causeWords, conditionWords } from './words';

/** The box of a state. Positions are in pixels from the top left of the drawing. */
export interface Box {
  readonly state: StateModel;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isCollapsed: boolean;
  /** The lines of text in the box: its invokes, and the transitions that stay in the state. */
  readonly rows: readonly Row[];
}

interface Row extends Line {
  readonly key: string;
  /** The id of the invoked chart, which a click opens; null for other rows. */
  readonly chart: string | null;
  /** The transition that stays in the state; null for other rows. */
  readonly transition: TransitionModel | null;
}

/** A transition as a line with its label. One with several targets has a line to each of them; the first has the label. */
export interface Arrow {
  readonly key: string;
  readonly transition: TransitionModel;
  /** The `d` attribute of an SVG path. */
  readonly path: string;
  readonly label: readonly Line[];
}

/** A line of text. `x` and `y` are the left end of its baseline. */
interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** Sizes in pixels. LETTER is the approximate width of a letter in the drawing's font. */
const LETTER = 6.7;
const LINE = 18;
const HEAD = 30;
const MOST_LETTERS = 28;

/** Breaks a text at spaces into lines of at most `most` letters. A longer word is cut and ends with '…'. */
function linesOf(text: string, most = MOST_LETTERS): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > most ? `${word.slice(0, most - 1)}…` : word);
  }
  return lines;
}

const labelOf = (transition: TransitionModel) => [
  ...linesOf(causeWords(transition)),
  ...(transition.guard === null ? [] : linesOf(`[${conditionWords(transition)}]`)),
];
const widthOf = (lines: readonly string[]) => Math.max(0, ...lines.map((line) => line.length)) * LETTER + 8;

/** Whether a transition has no target, or only its own state. It is then a line in the state's box instead of an arrow. */
const staysIn = ({ source, targets }: TransitionModel) =>
  targets.length === 0 || targets.every((target) => target === source);

/** The graph that ELK lays out. States inside a collapsed state are left out; arrows to them lead to the collapsed state. */
export function graphOf(chart: ChartModel, collapsed: ReadonlySet<string>): ElkNode {
  const shown = shownIn(chart, collapsed);
  const visible = visibleOf(shown, chart);

  const nodeOf = (state: StateModel): ElkNode => {
    const rows = rowsOf(chart, state);
    const inner = shown.filter(({ parent }) => parent === state.id);
    const width = Math.max(90, widthOf([state.name, ...rows.map(({ text }) => text)]) + 34);
    const height = HEAD + rows.length * LINE + (rows.length > 0 ? 8 : 4);
    if (inner.length === 0) return { id: nodeId(state.id), width, height };
    return {
      id: nodeId(state.id),
      layoutOptions: {
        'elk.padding': `[top=${height + 12},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width}, ${height})`,
      },
      children: inner.map(nodeOf),
    };
  };
  const edges: ElkExtendedEdge[] = chart.transitions
    .filter((transition) => !staysIn(transition))
    .flatMap((transition) => {
      const source = visible(transition.source);
      const text = labelOf(transition);
      const label = {
        id: `label ${transition.id}`,
        text: text.join('\n'),
        width: widthOf(text),
        height: text.length * 14,
      };
      return transition.targets
        .map((target) => ({ target: visible(target), isSelf: target === transition.source }))
        .filter(
          ({ target, isSelf }, index, all) =>
            // An arrow inside a collapsed state is not drawn, and several to one collapsed state are one.
            (target !== source || isSelf) && all.findIndex((other) => other.target === target) === index,
        )
        .map(({ target }, index) => ({
          id: arrowKey(transition, index),
          sources: [nodeId(source)],
          targets: [nodeId(target)],
          labels: index === 0 ? [label] : [],
        }));
    });
  const [root] = shown;
  return {
    id: 'drawing',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.edgeLabels.inline': 'false',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.spacing.nodeNodeBetweenLayers': '34',
      'elk.layered.spacing.edgeNodeBetweenLayers': '16',
      'elk.spacing.nodeNode': '34',
      'elk.spacing.edgeLabel': '4',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
    },
    children: root ? [nodeOf(root)] : [],
    edges,
  };
}

/** The drawing, from the positions that ELK has computed. */
export function drawingOf(chart: ChartModel, collapsed: ReadonlySet<string>, laidOut: ElkNode): Drawing {
  const states = new Map(chart.states.map((state) => [nodeId(state.id), state]));
  const boxes: Box[] = [];
  const visit = (node: ElkNode): void => {
    const state = states.get(node.id);
    if (state) {
      const { x = 0, y = 0, width = 0, height = 0 } = node;
      boxes.push({ state, x, y, width, height, isCollapsed: collapsed.has(state.id), rows: rowsOf(chart, state) });
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(laidOut);

  const transitions = new Map(
    chart.transitions.flatMap((transition) =>
      transition.targets.map((_, index) => [arrowKey(transition, index), transition] as const),
    ),
  );
  const arrows = (laidOut.edges ?? []).flatMap((edge): Arrow[] => {
    const transition = transitions.get(edge.id);
    const [section] = edge.sections ?? [];
    if (!transition || !section) return [];
    const [label] = edge.labels ?? [];
    return [
      {
        key: edge.id,
        transition,
        path: pathOf(section),
        label: (label?.text?.split('\n') ?? []).map((text, index) => ({
          text,
          x: (label?.x ?? 0) + 4,
          y: (label?.y ?? 0) + 11 + index * 14,
        })),
      },
    ];
  });
  return { width: laidOut.width ?? 0, height: laidOut.height ?? 0, boxes, arrows };
}

const arrowKey = ({ id }: TransitionModel, place: number) => (place === 0 ? id : `${id} to ${place}`);
const nodeId = (state: string) => `state ${state}`;

/** The drawn states: all that are not inside a collapsed state. */
function shownIn({ states }: ChartModel, collapsed: ReadonlySet<string>): StateModel[] {
  const hidden = new Set<string>();
  return states.filter(({ id, parent }) => {
    if (parent === null) return true;
    if (!hidden.has(parent) && !collapsed.has(parent)) return true;
    hidden.add(id);
    return false;
  });
}

/** Returns a function from a state's id to the id of the innermost drawn state that contains it or is it. */
function visibleOf(shown: readonly StateModel[], { states }: ChartModel) {
  const ids = new Set(shown.map(({ id }) => id));
  const parents = new Map(states.map(({ id, parent }) => [id, parent]));
  return (id: string): string => {
    let here = id;
    while (!ids.has(here)) here = parents.get(here) ?? '';
    return here;
  };
}

function rowsOf({ transitions }: ChartModel, state: StateModel): Row[] {
  const runs = state.invokes.map(({ id, chart }) => ({
    key: `runs ${id}`,
    text: `runs ${id}`,
    chart,
    transition: null,
  }));
  const staying = transitions
    .filter((transition) => transition.source === state.id && staysIn(transition))
    .map((transition) => ({
      key: transition.id,
      text: `${causeWords(transition)}${transition.guard === null ? '' : ` [${conditionWords(transition)}]`}`,
      chart: null,
      transition,
    }));
  return [...runs, ...staying].map((row, index) => ({
    ...row,
    text: row.text.length > 60 ? `${row.text.slice(0, 59)}…` : row.text,
    x: 12,
    y: HEAD + 8 + index * LINE,
  }));
}

/** The SVG path of an arrow through its bends, with rounded corners. */
function pathOf({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): string {
  const points = [startPoint, ...bendPoints, endPoint];
  const parts = [`M${startPoint.x} ${startPoint.y}`];
  for (let index = 1; index < points.length - 1; index++) {
    const [before, corner, after] = [points[index - 1], points[index], points[index + 1]];
    if (!before || !corner || !after) continue;
    const into = towards(corner, before);
    const out = towards(corner, after);
    parts.push(`L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`);
  }
  parts.push(`L${endPoint.x} ${endPoint.y}`);
  return parts.join('');
}

type Point = { readonly x: number; readonly y: number };
/** The point 6 pixels from a corner towards another point, or halfway if that is nearer. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const part = length === 0 ? 0 : Math.min(6, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part };
}
