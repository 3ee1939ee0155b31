import type { ElkEdgeSection, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import { firstWords } from './explanation';
import type { ChartModel, StateModel, TransitionModel } from './model';
import { causeTitle, conditionWords, markedName } from './words';

/** The box of a state. Positions are in pixels from the top left of the drawing. */
export interface Box {
  readonly state: StateModel;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isCollapsed: boolean;
  /**
   * What is written in the box below the name: its invokes, where a history state leads first, and the transitions that stay in the state.
   */
  readonly rows: readonly Row[];
}

interface Row {
  readonly key: string;
  /** The id of the invoked chart, which a click opens; null for other rows. */
  readonly chart: string | null;
  /** The transition that stays in the state; null for other rows. */
  readonly transition: TransitionModel | null;
  /** Positions are from the top left of the box. */
  readonly lines: readonly Line[];
}

/**
 * A transition as a line with its label, which is written in the box where it starts: beside the lines, the labels of a large chart
 * would take so much room that it could not be read. One with several targets has a line to each of them; the first has the label.
 */
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
const LINE = 14;
const GAP = 4;
const HEAD = 30;
const LEFT = 12;
const MOST_LETTERS = 30;

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

const labelOf = (transition: TransitionModel) => {
  const condition = conditionWords(transition);
  return linesOf(`${causeTitle(transition)}${condition === null ? '' : ` [${condition}]`}`);
};
const widthOf = (lines: readonly string[]) => Math.max(0, ...lines.map((line) => line.length)) * LETTER + 2 * LEFT;

/** Whether a transition has no target, or only its own state. It is then a line in the state's box instead of an arrow. */
const staysIn = ({ source, targets }: TransitionModel) =>
  targets.length === 0 || targets.every((target) => target === source);

/** The graph that ELK lays out. States inside a collapsed state are left out; arrows to them lead to the collapsed state. */
export function graphOf(chart: ChartModel, collapsed: ReadonlySet<string>): ElkNode {
  const shown = shownIn(chart, collapsed);
  const visible = visibleOf(shown, chart);

  const nodeOf = (state: StateModel): ElkNode => {
    const texts = textsIn(chart, state, visible, !collapsed.has(state.id));
    const inner = shown.filter(({ parent }) => parent === state.id);
    const button = state.type === 'compound' || state.type === 'parallel' ? 28 : 0;
    const width = Math.max(
      90,
      widthOf([markedName(state)]) + LEFT + button,
      widthOf(texts.flatMap(({ lines }) => lines.map(({ text }) => text))),
    );
    const height = (texts.at(-1)?.lines.at(-1)?.y ?? HEAD - 4) + 8;
    // An arrow starts beside its label. Where it leaves a state with states in it, only ELK knows the width, and so the place.
    const ports = texts
      .filter(({ isArrow }) => isArrow)
      .map(({ key, lines }) => ({ id: portId(key), x: width, y: (lines[0]?.y ?? 0) - 4, layoutOptions: EAST }));
    if (inner.length === 0)
      return { id: nodeId(state.id), width, height, ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } };
    return {
      id: nodeId(state.id),
      ports,
      layoutOptions: {
        'elk.padding': `[top=${height + 12},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width}, ${height})`,
      },
      children: inner.map(nodeOf),
    };
  };
  const edges: ElkExtendedEdge[] = chart.transitions.flatMap((transition) =>
    endsOf(transition, visible).map(({ target }, index) => ({
      id: arrowKey(transition, index),
      sources: [portId(transition.id)],
      targets: [nodeId(target)],
    })),
  );
  const [root] = shown;
  return {
    id: 'drawing',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.spacing.nodeNodeBetweenLayers': '28',
      'elk.layered.spacing.edgeNodeBetweenLayers': '12',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
      'elk.spacing.nodeNode': '24',
      'elk.spacing.edgeEdge': '8',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
    },
    children: root ? [nodeOf(root)] : [],
    edges,
  };
}

/** Lines whose positions are from the top left of a box, with positions from the top left of the drawing. */
export const linesAt = (lines: readonly Line[], { x, y }: Pick<Box, 'x' | 'y'>): Line[] =>
  lines.map((line) => ({ ...line, x: x + line.x, y: y + line.y }));

/** The drawing, from the positions that ELK has computed. */
export function drawingOf(chart: ChartModel, collapsed: ReadonlySet<string>, laidOut: ElkNode): Drawing {
  const states = new Map(chart.states.map((state) => [nodeId(state.id), state]));
  const visible = visibleOf(shownIn(chart, collapsed), chart);
  const boxes: Box[] = [];
  const labels = new Map<string, readonly Line[]>();
  const visit = (node: ElkNode): void => {
    const state = states.get(node.id);
    if (state) {
      const { x = 0, y = 0, width = 0, height = 0 } = node;
      const texts = textsIn(chart, state, visible, !collapsed.has(state.id));
      const rows = texts.filter(({ isArrow }) => !isArrow);
      for (const { key, lines, isArrow } of texts) if (isArrow) labels.set(key, linesAt(lines, { x, y }));
      boxes.push({ state, x, y, width, height, isCollapsed: collapsed.has(state.id), rows });
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
    // The key of the first arrow of a transition is the transition's id.
    return [{ key: edge.id, transition, path: pathOf(section), label: labels.get(edge.id) ?? [] }];
  });
  return { width: laidOut.width ?? 0, height: laidOut.height ?? 0, boxes, arrows };
}

const arrowKey = ({ id }: TransitionModel, place: number) => (place === 0 ? id : `${id} to ${place}`);
const nodeId = (state: string) => `state ${state}`;
const portId = (transition: string) => `port ${transition}`;
const EAST = { 'elk.port.side': 'EAST' };

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

/** Where the lines of a transition end. None if it stays in its state or inside a collapsed one; targets in one collapsed state are one. */
function endsOf(transition: TransitionModel, visible: (state: string) => string) {
  if (staysIn(transition)) return [];
  const source = visible(transition.source);
  return transition.targets
    .map((target) => ({ target: visible(target), isSelf: target === transition.source }))
    .filter(
      ({ target, isSelf }, index, all) =>
        (target !== source || isSelf) && all.findIndex((other) => other.target === target) === index,
    );
}

/** The closed states in which a part of the chart is hidden, so that the drawing does not show it. None if it does. */
export function hiding(chart: ChartModel, collapsed: ReadonlySet<string>, part: string | null): string[] {
  const state = chart.states.find(({ id }) => id === part);
  const transition = chart.transitions.find(({ id }) => id === part);
  const visible = visibleOf(shownIn(chart, collapsed), chart);
  if (transition && endsOf(transition, visible).length > 0) return [];
  const parents = new Map(chart.states.map(({ id, parent }) => [id, parent]));
  const closed: string[] = [];
  for (let here = state ? state.parent : (transition?.source ?? null); here !== null; here = parents.get(here) ?? null)
    if (collapsed.has(here)) closed.push(here);
  return closed;
}

interface Text extends Row {
  /** Whether it is the label of an arrow. */
  readonly isArrow: boolean;
}

/** What is written in the box of a state, from the top. A collapsed state has only the labels of the arrows that leave it. */
function textsIn(chart: ChartModel, state: StateModel, visible: (state: string) => string, isOpen: boolean): Text[] {
  const runs = state.invokes
    .filter(() => isOpen)
    .map(({ id, chart: invoked }) => ({
      key: `runs ${id}`,
      text: [`runs ${id}`],
      chart: invoked,
      transition: null,
      isArrow: false,
    }));
  const first = (state.target === null ? [] : [state.target]).map((target) => ({
    key: `first ${target}`,
    text: linesOf(firstWords(target)),
    chart: null,
    transition: null,
    isArrow: false,
  }));
  const own = chart.transitions
    .filter((transition) => visible(transition.source) === state.id)
    .map((transition) => ({
      key: transition.id,
      text: labelOf(transition),
      chart: null,
      transition,
      isArrow: endsOf(transition, visible).length > 0,
    }))
    .filter(({ isArrow, transition }) => isArrow || (isOpen && staysIn(transition)));
  let y = HEAD + 8;
  return [...runs, ...first, ...own].map(({ text, ...row }) => {
    const lines = text.map((words, place) => ({ text: words, x: LEFT, y: y + place * LINE }));
    y += text.length * LINE + GAP;
    return { ...row, lines };
  });
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
