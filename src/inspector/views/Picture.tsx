import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Change, Difference } from '../chart/difference';
import { explanationOf, type Walkers } from '../chart/explanation';
import type { Arrow, Box, Drawing } from '../chart/layout';
import { historyMark } from '../chart/words';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartDrawing.module.css';
import { bringIntoView, keepInView, useKeptInPlace } from './movement';
import { useLinks } from './useLinks';

interface PictureProps {
  svg: RefObject<SVGSVGElement | null>;
  actor: WorkbenchRef;
  drawing: Drawing;
  part: string | null;
  /** The address at which a state or transition is chosen. */
  linkTo: (part: string) => string;
  active: ReadonlySet<string>;
  next: ReadonlySet<string>;
  allowed: ReadonlySet<string>;
  changes: Difference | null;
  unwalked: ReadonlySet<string>;
  walkers: Walkers;
}

/** The drawing itself. A press on a name chooses that state or transition. */
export const Picture = memo(function Picture({
  svg,
  actor,
  drawing,
  part,
  linkTo,
  active,
  next,
  allowed,
  changes,
  unwalked,
  walkers,
}: PictureProps) {
  const { width, height, boxes, arrows } = drawing;
  /** The part whose name was pressed here. It is in view already. */
  const pressed = useRef<string | null>(null);
  const here = [...active].join();
  // A large chart is larger than its frame: the active state comes into view when the chart opens, and at each step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active state is found in the drawing that was painted
  useEffect(() => {
    // Inner states come after the states that hold them.
    const innermost = [...(svg.current?.querySelectorAll('[data-active]') ?? [])].at(-1);
    bringIntoView(innermost);
    return keepInView(innermost);
  }, [svg, here]);
  // A link to a part leads to it. Only then, so that the drawing does not jump while it is zoomed or followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is found in the drawing that was painted
  useEffect(() => {
    if (part !== null && part === pressed.current) return;
    pressed.current = null;
    svg.current?.querySelector('[data-chosen]')?.scrollIntoView?.({ block: 'center', inline: 'center' });
  }, [svg, drawing, part]);
  const nextOf = (id: string): Next => (allowed.has(id) ? 'allowed' : next.has(id) ? 'possible' : undefined);
  const keepInPlace = useKeptInPlace(svg, drawing);
  const chosen = {
    part,
    linkTo,
    onChoose: (id: string) => {
      pressed.current = id;
    },
  };
  return (
    <svg
      ref={svg}
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={`${boxes.length} states and ${arrows.length} arrows; the table has all of it as text.`}
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
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
          chosen={chosen}
          onToggle={keepInPlace}
          changes={changes}
          nextOf={nextOf}
          unwalked={unwalked}
          walkers={walkers}
        />
      ))}
      {arrows.map((arrow) => (
        <TransitionArrow
          key={arrow.key}
          arrow={arrow}
          next={nextOf(arrow.transition.id)}
          chosen={chosen}
          change={changes?.transitions.get(arrow.transition.id)}
          isUnwalked={unwalked.has(arrow.transition.id)}
          walkers={walkers}
        />
      ))}
    </svg>
  );
});

/**
 * Whether the machine would take a transition now, or its condition does not hold or is not judged; undefined if it does not start here.
 */
type Next = 'allowed' | 'possible' | undefined;

/** What is chosen in the drawing, and how to choose something else. */
interface Chosen {
  /** The id of the chosen state or transition. */
  readonly part: string | null;
  readonly linkTo: (part: string) => string;
  readonly onChoose: (part: string) => void;
}

interface StateBoxProps {
  actor: WorkbenchRef;
  box: Box;
  isActive: boolean;
  chosen: Chosen;
  onToggle: (state: string) => void;
  changes: Difference | null;
  nextOf(transition: string): Next;
  unwalked: ReadonlySet<string>;
  walkers: Walkers;
}

function StateBox({ actor, box, isActive, chosen, onToggle, changes, nextOf, unwalked, walkers }: StateBoxProps) {
  const { state, x, y, width, height, rows, isCollapsed } = box;
  const { part } = chosen;
  const linkToChart = useLinks(actor);
  const holds = state.type === 'compound' || state.type === 'parallel';
  return (
    <g
      className={styles.state}
      data-type={state.type}
      data-active={isActive || undefined}
      data-chosen={part === state.id || undefined}
      data-change={changes?.states.get(state.id)}
      data-state={state.id}
      transform={`translate(${x} ${y})`}
    >
      <title>{[state.name, state.description].filter(Boolean).join(': ')}</title>
      <rect className={styles.box} width={width} height={height} rx={8} />
      {state.type === 'final' && (
        <rect className={styles.inner} x={3} y={3} width={width - 6} height={height - 6} rx={6} />
      )}
      {state.isInitial && <circle className={styles.start} cx={12} cy={15} r={4} />}
      {state.type === 'history' && (
        <>
          <circle className={styles.inner} cx={16} cy={15} r={9} />
          <text className={styles.history} x={16} y={18.5}>
            {historyMark(state)}
          </text>
        </>
      )}
      <PartLink id={state.id} chosen={chosen}>
        <text className={styles.name} x={state.type === 'history' ? 30 : state.isInitial ? 22 : 12} y={20}>
          {state.name}
        </text>
      </PartLink>
      {holds && state.parent !== null && (
        <foreignObject x={width - 28} y={4} width={24} height={24}>
          <button
            type="button"
            className={styles.toggle}
            aria-label={`${isCollapsed ? 'Open' : 'Close'} ${state.name}`}
            onClick={() => {
              onToggle(state.id);
              actor.send({ type: 'state.toggle', state: state.id });
            }}
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
            data-next={transition ? nextOf(key) : undefined}
            data-unwalked={unwalked.has(key) || undefined}
            data-change={changes?.transitions.get(key)}
          >
            {transition && <title>{explanationOf(transition, walkers)}</title>}
            <Lines lines={lines} />
          </text>
        );
        if (transition)
          return (
            <PartLink key={key} id={key} chosen={chosen}>
              {nextOf(key) === 'allowed' && <AllowedMark lines={lines} />}
              {text}
            </PartLink>
          );
        if (chart === null) return text;
        return (
          <a key={key} href={linkToChart({ chart, tab: 'drawing' })} className={styles.invoke}>
            {text}
          </a>
        );
      })}
    </g>
  );
}

interface TransitionArrowProps {
  arrow: Arrow;
  next: Next;
  chosen: Chosen;
  isUnwalked: boolean;
  change: Change | undefined;
  walkers: Walkers;
}

function TransitionArrow({ arrow, next, chosen, isUnwalked, change, walkers }: TransitionArrowProps) {
  const { transition, path, label } = arrow;
  return (
    <g
      className={styles.arrow}
      data-arrow
      data-trigger={transition.trigger}
      data-next={next}
      data-unwalked={isUnwalked || undefined}
      data-chosen={chosen.part === transition.id || undefined}
      data-change={change}
    >
      <title>{explanationOf(transition, walkers)}</title>
      <path d={path} markerEnd="url(#arrow)" />
      <PartLink id={transition.id} chosen={chosen}>
        {next === 'allowed' && <AllowedMark lines={label} />}
        <text>
          <Lines lines={label} />
        </text>
      </PartLink>
    </g>
  );
}

interface PartLinkProps {
  id: string;
  chosen: Chosen;
  children: ReactNode;
}

/** Chooses a state or a transition. The keyboard does so in the table: here a large chart would have a hundred stops. */
function PartLink({ id, chosen: { linkTo, onChoose }, children }: PartLinkProps) {
  return (
    <a href={linkTo(id)} tabIndex={-1} className={styles.part} onClick={() => onChoose(id)}>
      {children}
    </a>
  );
}

/** A bar beside the words of a transition that the machine would take, so that colour is not the only sign. */
function AllowedMark({ lines }: { lines: Arrow['label'] }) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  return <rect className={styles.mark} x={first.x - 7} y={first.y - 10} width={3} height={last.y - first.y + 13} />;
}

function Lines({ lines }: { lines: Arrow['label'] }) {
  return lines.map(({ text, x, y }) => (
    <tspan key={y} x={x} y={y}>
      {text}
    </tspan>
  ));
}
