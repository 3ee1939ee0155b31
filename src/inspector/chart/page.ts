import { type Drawing, linesAt } from './layout';
import { markedName } from './words';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

/** The kinds of marked states and transitions, by their ids. They become classes. */
interface Marks {
  readonly states: ReadonlyMap<string, string>;
  readonly transitions: ReadonlyMap<string, string>;
}

const textAt = (x: number, y: number, words: string, kind = '') =>
  `<text class="${kind}" x="${x}" y="${y}">${escaped(words)}</text>`;

/**
 * A drawing as the text of an SVG element. Marked parts have their kind as a class, such as 'added' or 'unwalked'.
 * @param name the element's name, for `pathOver`
 */
export function svgOf({ width, height, boxes, arrows }: Drawing, { states, transitions }: Marks, name = ''): string {
  const box = ({ state, x, y, width: wide, height: high, rows }: Drawing['boxes'][number]) =>
    `<g class="${states.get(state.id) ?? ''}" transform="translate(${x} ${y})"><rect width="${wide}" height="${high}" rx="8"/>` +
    textAt(12, 20, markedName(state), 'name') +
    rows
      .map(
        (row) =>
          `<g class="${transitions.get(row.key) ?? ''}">${row.lines.map((line) => textAt(line.x, line.y, line.text)).join('')}</g>`,
      )
      .join('') +
    '</g>';
  const arrow = ({ transition, path, label }: Drawing['arrows'][number]) =>
    `<g class="arrow ${transitions.get(transition.id) ?? ''}"><path d="${path}" marker-end="url(#tip)"/>` +
    label.map((line) => textAt(line.x, line.y, line.text)).join('') +
    '</g>';
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" ` +
    'markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>' +
    `<g id="${escaped(name)}">${boxes.map(box).join('')}${arrows.map(arrow).join('')}</g></svg>`
  );
}

/**
 * Draws a path over a drawing of the same page. Each transition of the path is blue and has the numbers of the steps that take it.
 * @param name the drawing's name, as it was given to `svgOf`
 * @param path the ids of the transitions, in order
 */
export function pathOver({ width, height, boxes, arrows }: Drawing, name: string, path: readonly string[]): string {
  const numbers = new Map<string, number[]>();
  for (const [index, id] of path.entries()) numbers.set(id, [...(numbers.get(id) ?? []), index + 1]);
  const number = (id: string, x: number, y: number) => textAt(x - 3, y, numbers.get(id)?.join(', ') ?? '', 'number');
  const taken = arrows.filter(({ transition }) => numbers.has(transition.id));
  const stays = boxes.flatMap((box) =>
    box.rows.filter(({ key }) => numbers.has(key)).map(({ key, lines }) => ({ key, lines: linesAt(lines, box) })),
  );
  const labels = [...taken.map(({ transition, label }) => ({ key: transition.id, lines: label })), ...stays];
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}"><use class="under" href="#${escaped(name)}"/>` +
    taken.map(({ path: d }) => `<g class="arrow step"><path d="${d}" marker-end="url(#tip)"/></g>`).join('') +
    labels
      .flatMap(({ key, lines }) => [
        ...lines.map(({ x, y, text }) => textAt(x, y, text, 'taken')),
        ...lines.slice(0, 1).map(({ x, y }) => number(key, x, y)),
      ])
      .join('') +
    '</svg>'
  );
}

const styles = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: clamp(0.75rem, 4vw, 2rem); overflow-wrap: anywhere; }
ul { padding-inline-start: 1.25rem; }
figure { overflow: auto; margin: 0; }
svg { font-size: 12px; }
rect { fill: canvas; stroke: gray; }
text { fill: canvastext; }
.name { font-weight: 600; }
.arrow path { fill: none; stroke: gray; }
marker path { fill: context-stroke; }
.added > rect, .added > path { stroke: #2a8a4a; stroke-width: 3; }
.removed > rect, .removed > path { stroke: #d0413a; stroke-width: 3; stroke-dasharray: 3 5; }
.changed > rect, .changed > path { stroke: #d9821f; stroke-width: 3; stroke-dasharray: 12 3; }
.unwalked > path { stroke: #d0413a; stroke-width: 3; stroke-dasharray: 1 5; }
.unwalked > text { fill: light-dark(#c0352e, #ff8a80); }
.under { opacity: 0.4; }
.step > path { stroke: #1f6fd0; stroke-width: 3; }
.taken, .number { fill: light-dark(#1257a8, #8fc1ff); stroke: canvas; stroke-width: 4; paint-order: stroke; }
.number { font-weight: 600; text-anchor: end; }
.failed { color: light-dark(#c0352e, #ff8a80); }
summary { padding-block: 0.25rem; cursor: pointer; }
.added > text { fill: light-dark(#1f7a3e, #5fc98a); } .removed > text { fill: light-dark(#c0352e, #ff8a80); text-decoration: line-through; } .changed > text { fill: light-dark(#9a5408, #f0a95a); }
`;

/** What a page says and shows of one chart. */
export interface Part {
  readonly title: string;
  readonly lines: readonly string[];
  /** The text of an SVG element. */
  readonly drawing: string;
  /** Paths through the chart, which the reader opens. Those that failed are open. */
  readonly paths?: readonly {
    readonly title: string;
    readonly note: string;
    readonly isFailed: boolean;
    readonly drawing: string;
  }[];
}

/** A self-contained HTML page about several charts, in words and as drawings. */
export function pageOf(title: string, legend: string, parts: readonly Part[]): string {
  const figure = (drawing: string) => `<figure>${drawing}</figure>`;
  const path = ({ title: name, note, isFailed, drawing }: NonNullable<Part['paths']>[number]) =>
    `<details${isFailed ? ' open' : ''}><summary${isFailed ? ' class="failed"' : ''}>${escaped(name)}</summary>` +
    `${note && `<p>${escaped(note)}</p>`}${figure(drawing)}</details>`;
  const part = ({ title: heading, lines, drawing, paths = [] }: Part) =>
    `<section><h2>${escaped(heading)}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>` +
    `${figure(drawing)}${paths.map(path).join('')}</section>`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${styles}</style></head>` +
    `<body><h1>${escaped(title)}</h1><p>${escaped(legend)}</p>` +
    `${parts.map(part).join('') || '<p>Nothing has changed.</p>'}</body></html>\n`
  );
}
