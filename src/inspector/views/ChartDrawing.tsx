import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { writeAddress } from '../address';
import { type Level, levels, levelTitles, levelWithGaps, walkedIn, walkersOf } from '../chart/coverage';
import { type Change, type Difference, differenceOf } from '../chart/difference';
import type { Arrow, Box, Drawing } from '../chart/layout';
import { mermaidOf } from '../chart/mermaid';
import type { ChartModel, TransitionModel } from '../chart/model';
import { actWords, causeWords, conditionWords } from '../chart/words';
import type { LiveRef, LiveSnapshot } from '../live/liveView.machine';
import { statesIn, valueAt } from '../live/record';
import { saveDrawing, saveText } from '../save';
import { useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartDrawing.module.css';

/** The smallest size at which a drawing is shown at first, because its texts are as small as can be read then. */
const SMALLEST = 0.8;

interface ChartDrawingProps {
  actor: WorkbenchRef;
  live: LiveRef;
  chart: ChartModel;
}

/** The chart as a picture that scrolls. It highlights the active states of the actor that is followed live, otherwise of the path. */
export function ChartDrawing({ actor, live, chart }: ChartDrawingProps) {
  const drawing = useSelector(actor, ({ context }) => context.drawing);
  const zoom = useSelector(actor, ({ context }) => context.zoom);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const part = useSelector(actor, ({ context }) => context.address.part);
  const compared = useSelector(actor, ({ context }) => context.compared);
  const lit = useSelector(live, ({ context }) => litIn(context, chart.id), sameStates);
  const { active, next } = useTrail(actor, chart);
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const chosenLevel = useSelector(actor, ({ context }) => context.level);
  const level = chosenLevel ?? (coverage ? levelWithGaps(coverage, chart) : 'chart');
  const unwalked = useMemo(
    () => new Set((coverage && walkedIn(coverage, chart, level))?.unwalked.map(({ id }) => id)),
    [coverage, chart, level],
  );
  const walkers = useMemo(() => (coverage ? walkersOf(coverage, chart) : null), [coverage, chart]);
  const changes = useMemo(() => (compared ? differenceOf(compared, chart) : null), [compared, chart]);
  const frame = useRef<HTMLElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const setZoom = (to: number) => actor.send({ type: 'zoom.set', zoom: to });

  if (hasFailed)
    return (
      <div role="alert" className={styles.note}>
        <p>The drawing could not be made. The table says the same.</p>
        <button type="button" onClick={() => actor.send({ type: 'drawing.retry' })}>
          Try again
        </button>
      </div>
    );
  if (!drawing)
    return (
      <p role="status" className={styles.note}>
        Drawing…
      </p>
    );
  /** The present zoom factor. Until the reviewer changes it, it follows from the width of the page. */
  const sizeNow = () => zoom ?? (svg.current?.clientWidth ?? drawing.width) / drawing.width;
  const fit = () => {
    const { clientWidth = 1, clientHeight = 1 } = frame.current ?? {};
    setZoom(Math.min((clientWidth - 8) / drawing.width, (clientHeight - 8) / drawing.height));
  };

  const larger = () => setZoom(sizeNow() * 1.25);
  const smaller = () => setZoom(sizeNow() / 1.25);
  const keys: Readonly<Record<string, () => void>> = { '+': larger, '=': larger, '-': smaller, '0': fit };
  const press = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.();
  };

  return (
    <>
      <div className={styles.tools}>
        <button type="button" onClick={smaller} aria-label="Smaller" title="Smaller: − in the drawing">
          −
        </button>
        <output aria-label="Size">{zoom === null ? 'page' : `${Math.round(zoom * 100)} %`}</output>
        <button type="button" onClick={larger} aria-label="Larger" title="Larger: + in the drawing">
          +
        </button>
        <button type="button" onClick={fit} title="0 in the drawing">
          Fit
        </button>
        {coverage && (
          <label>
            Not walked{' '}
            <select
              value={level}
              onChange={({ target }) => actor.send({ type: 'level.choose', level: target.value as Level })}
            >
              {levels.map((one) => (
                <option key={one} value={one}>
                  {levelTitles[one].toLowerCase()}
                </option>
              ))}
            </select>
          </label>
        )}
        <span />
        <button type="button" onClick={() => saveDrawing(svg.current, `${chart.id}.svg`)}>
          SVG
        </button>
        <button type="button" onClick={() => saveDrawing(svg.current, `${chart.id}.png`)}>
          PNG
        </button>
        <button type="button" onClick={() => saveText(mermaidOf(chart), `${chart.id}.mmd`)}>
          Mermaid
        </button>
        <button type="button" onClick={() => saveText(JSON.stringify(chart, null, 2), `${chart.id}.json`)}>
          JSON
        </button>
      </div>
      <section
        ref={frame}
        className={styles.frame}
        aria-label="Drawing of the chart"
        // It scrolls, so it can be focused and moved with the arrow keys.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached with the keyboard
        tabIndex={0}
        onKeyDown={press}
      >
        <Picture
          svg={svg}
          actor={actor}
          drawing={drawing}
          zoom={zoom}
          part={part}
          active={lit ?? active}
          next={next}
          changes={changes}
          unwalked={unwalked}
          walkers={walkers}
        />
      </section>
    </>
  );
}

/** The active states of the chosen actor at the chosen moment; null if no actor of this chart is chosen. */
function litIn({ recording, actor, count }: LiveSnapshot['context'], chart: string): ReadonlySet<string> | null {
  if (recording.actors.find(({ key }) => key === actor)?.chart !== chart || actor === null) return null;
  return new Set(statesIn(valueAt(recording, actor, count ?? recording.entries.length)));
}

const sameStates = (a: ReadonlySet<string> | null, b: ReadonlySet<string> | null) =>
  a === b || (a !== null && b !== null && a.size === b.size && [...a].every((state) => b.has(state)));

interface PictureProps {
  svg: RefObject<SVGSVGElement | null>;
  actor: WorkbenchRef;
  drawing: Drawing;
  zoom: number | null;
  part: string | null;
  active: ReadonlySet<string>;
  next: ReadonlySet<string>;
  changes: Difference | null;
  unwalked: ReadonlySet<string>;
  /** Which tests take each transition, in words; null if no coverage was opened. */
  walkers: Walkers;
}
type Walkers = ReturnType<typeof walkersOf> | null;

const Picture = memo(function Picture({
  svg,
  actor,
  drawing,
  zoom,
  part,
  active,
  next,
  changes,
  unwalked,
  walkers,
}: PictureProps) {
  const { width, height, boxes, arrows } = drawing;
  const here = [...active].join();
  // A large chart is larger than its frame: the active state comes into view when the chart opens, and at each step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active state is found in the drawing that was painted
  useEffect(() => {
    // Inner states come after the states that hold them.
    const active = [...(svg.current?.querySelectorAll('[data-active]') ?? [])].at(-1);
    if (active && !isInView(active)) active.scrollIntoView?.({ block: 'center', inline: 'center' });
  }, [svg, here]);
  // A link to a part leads to it. Only then, so that the drawing does not jump while it is zoomed or followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is found in the drawing that was painted
  useEffect(() => {
    svg.current?.querySelector('[data-chosen]')?.scrollIntoView?.({ block: 'center', inline: 'center' });
  }, [svg, drawing, part]);
  return (
    <svg
      ref={svg}
      className={styles.drawing}
      style={{ inlineSize: zoom === null ? `clamp(${width * SMALLEST}px, 100%, ${width}px)` : width * zoom }}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={`${boxes.length} states and ${arrows.length} arrows; the table has all of it as text.`}
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0L8 4L0 8z" className={styles.tip} />
        </marker>
      </defs>
      {boxes.map((box) => (
        <StateBox
          key={box.state.id}
          actor={actor}
          box={box}
          isActive={active.has(box.state.id)}
          part={part}
          change={changes?.states.get(box.state.id)}
          unwalked={unwalked}
          walkers={walkers}
        />
      ))}
      {arrows.map((arrow) => (
        <TransitionArrow
          key={arrow.key}
          arrow={arrow}
          isNext={next.has(arrow.transition.id)}
          isChosen={part === arrow.transition.id}
          change={changes?.transitions.get(arrow.transition.id)}
          isUnwalked={unwalked.has(arrow.transition.id)}
          walkers={walkers}
        />
      ))}
    </svg>
  );
});

/** Whether a part of the drawing is wholly within the frame that scrolls. */
function isInView(part: Element): boolean {
  const inner = part.getBoundingClientRect();
  const outer = part.closest('section')?.getBoundingClientRect() ?? inner;
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

interface StateBoxProps {
  actor: WorkbenchRef;
  box: Box;
  isActive: boolean;
  /** The id of the chosen state or transition. */
  part: string | null;
  change: Change | undefined;
  unwalked: ReadonlySet<string>;
  walkers: Walkers;
}

function StateBox({ actor, box, isActive, part, change, unwalked, walkers }: StateBoxProps) {
  const { state, x, y, width, height, rows, isCollapsed } = box;
  const holds = state.type === 'compound' || state.type === 'parallel';
  return (
    <g
      className={styles.state}
      data-type={state.type}
      data-active={isActive || undefined}
      data-chosen={part === state.id || undefined}
      data-change={change}
      data-state={state.id}
      transform={`translate(${x} ${y})`}
    >
      <title>{[state.name, state.description].filter(Boolean).join(': ')}</title>
      <rect className={styles.box} width={width} height={height} rx={8} />
      {state.type === 'final' && (
        <rect className={styles.inner} x={3} y={3} width={width - 6} height={height - 6} rx={6} />
      )}
      {state.isInitial && <circle className={styles.start} cx={12} cy={15} r={4} />}
      <text className={styles.name} x={state.isInitial ? 22 : 12} y={20}>
        {state.name}
      </text>
      {holds && state.parent !== null && (
        <foreignObject x={width - 28} y={4} width={24} height={24}>
          <button
            type="button"
            className={styles.toggle}
            aria-label={`${isCollapsed ? 'Open' : 'Close'} ${state.name}`}
            onClick={() => actor.send({ type: 'state.toggle', state: state.id })}
          >
            {isCollapsed ? '+' : '−'}
          </button>
        </foreignObject>
      )}
      {rows.map(({ key, lines, chart, transition }) => {
        const text = (
          <text
            key={key}
            className={styles.row}
            data-chosen={part === key || undefined}
            data-unwalked={unwalked.has(key) || undefined}
          >
            {transition && <title>{explanationOf(transition, walkers)}</title>}
            <Lines lines={lines} />
          </text>
        );
        if (chart === null) return text;
        return (
          <a key={key} href={writeAddress({ chart, tab: 'drawing', part: null, trail: [] })} className={styles.invoke}>
            {text}
          </a>
        );
      })}
    </g>
  );
}

interface TransitionArrowProps {
  arrow: Arrow;
  isNext: boolean;
  isChosen: boolean;
  isUnwalked: boolean;
  change: Change | undefined;
  walkers: Walkers;
}

function TransitionArrow({ arrow, isNext, isChosen, isUnwalked, change, walkers }: TransitionArrowProps) {
  const { transition, path, label } = arrow;
  return (
    <g
      className={styles.arrow}
      data-trigger={transition.trigger}
      data-next={isNext || undefined}
      data-unwalked={isUnwalked || undefined}
      data-chosen={isChosen || undefined}
      data-change={change}
    >
      <title>{explanationOf(transition, walkers)}</title>
      <path d={path} markerEnd="url(#arrow)" />
      <text>
        <Lines lines={label} />
      </text>
    </g>
  );
}

function Lines({ lines }: { lines: Arrow['label'] }) {
  return lines.map(({ text, x, y }) => (
    <tspan key={y} x={x} y={y}>
      {text}
    </tspan>
  ));
}

/** All that is known of a transition, as sentences. */
const explanationOf = (transition: TransitionModel, walkers: Walkers) =>
  [
    causeWords(transition),
    transition.guard && `If ${conditionWords(transition)}`,
    transition.actions.length > 0 && `Does: ${actWords(transition)}`,
    transition.description,
    walkers && `Walked: ${walkers.get(transition.id)?.join('; ')}`,
  ]
    .filter(Boolean)
    .join('. ');
