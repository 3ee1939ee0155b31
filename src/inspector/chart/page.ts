import type { Difference } from './difference';
import type { Drawing } from './layout';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

/** A drawing as the text of an SVG element. Changed parts have the class 'added', 'removed' or 'changed'. */
export function svgOf({ width, height, boxes, arrows }: Drawing, { states, transitions }: Difference): string {
  const text = (x: number, y: number, words: string, kind = '') =>
    `<text class="${kind}" x="${x}" y="${y}">${escaped(words)}</text>`;
  const box = ({ state, x, y, width: wide, height: high, rows }: Drawing['boxes'][number]) =>
    `<g class="${states.get(state.id) ?? ''}" transform="translate(${x} ${y})"><rect width="${wide}" height="${high}" rx="8"/>` +
    text(12, 20, state.name, 'name') +
    rows
      .map(
        (row) =>
          `<g class="${transitions.get(row.key) ?? ''}">${row.lines.map((line) => text(line.x, line.y, line.text)).join('')}</g>`,
      )
      .join('') +
    '</g>';
  const arrow = ({ transition, path, label }: Drawing['arrows'][number]) =>
    `<g class="arrow ${transitions.get(transition.id) ?? ''}"><path d="${path}" marker-end="url(#tip)"/>` +
    label.map((line) => text(line.x, line.y, line.text)).join('') +
    '</g>';
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" ` +
    'markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>' +
    `${boxes.map(box).join('')}${arrows.map(arrow).join('')}</svg>`
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
.added > text { fill: light-dark(#1f7a3e, #5fc98a); } .removed > text { fill: light-dark(#c0352e, #ff8a80); text-decoration: line-through; } .changed > text { fill: light-dark(#9a5408, #f0a95a); }
`;

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
  /** The text of an SVG element. */
  readonly drawing: string;
}

/** A self-contained HTML page with all differences between two versions of the charts, in words and as drawings. */
export function pageOf(title: string, parts: readonly Part[]): string {
  const part = ({ title: heading, lines, drawing }: Part) =>
    `<section><h2>${escaped(heading)}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>` +
    `<figure>${drawing}</figure></section>`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${styles}</style></head>` +
    `<body><h1>${escaped(title)}</h1><p>Green is added, red and dotted is removed, orange and dashed is changed.</p>` +
    `${parts.map(part).join('') || '<p>Nothing has changed.</p>'}</body></html>\n`
  );
}
