import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useMemo } from 'react';
import { type Address, writeAddress } from '../address';
import { configOf } from '../chart/config';
import { walkersOf } from '../chart/coverage';
import { differenceOf, mergedOf } from '../chart/difference';
import { mermaidOf } from '../chart/mermaid';
import type { ChartModel } from '../chart/model';
import { useAllowed } from '../judged';
import { saveDrawing, saveText } from '../save';
import { pressable, useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartDrawing.module.css';
import { ChosenPart } from './ChosenPart';
import { Legend } from './Legend';
import { Picture } from './Picture';
import { useMarked } from './useMarked';
import { useSize } from './useSize';

/** The path says nothing of what may happen next to a running actor. */
const nothing: ReadonlySet<string> = new Set();

interface ChartDrawingProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  /** The active states of a running actor; null shows those of the path. */
  lit: ReadonlySet<string> | null;
}

/** The chart as a picture that scrolls. It highlights the active states. */
export function ChartDrawing({ actor, chart, lit }: ChartDrawingProps) {
  const drawing = useSelector(actor, ({ context }) => context.drawing);
  const { frame, svg, zoom, style, drag, larger, smaller, fit } = useSize(actor);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const address = useSelector(actor, ({ context }) => context.address);
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  const compared = useSelector(actor, ({ context }) => context.compared);
  const trail = useTrail(actor, chart);
  const { active, next } = trail;
  const allowed = useAllowed(actor, chart, trail);
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const marked = useMarked(actor, chart);
  const unwalked = useMemo(() => new Set(marked?.walked?.unwalked.map(({ id }) => id)), [marked]);
  const walkers = useMemo(() => (coverage ? walkersOf(coverage, chart) : null), [coverage, chart]);
  const changes = useMemo(() => (compared ? differenceOf(compared, chart) : null), [compared, chart]);
  const both = useMemo(() => (compared ? mergedOf(compared, chart) : chart), [compared, chart]);
  const part = address.part ?? '';
  const isGone = changes?.states.get(part) === 'removed' || changes?.transitions.get(part) === 'removed';
  const linkTo = useMemo(() => {
    const here: Address = { ...address, chart: chart.id, part: null };
    return (part: string) => writeAddress({ ...here, part });
  }, [address, chart.id]);

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
  const keys: Readonly<Record<string, () => void>> = { '+': larger, '=': larger, '-': smaller, '0': fit };
  const press = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.();
  };

  return (
    <>
      <div className={styles.tools}>
        <button
          type="button"
          onClick={smaller}
          aria-label="Smaller"
          title="Smaller: − in the drawing, or Ctrl and the wheel"
        >
          −
        </button>
        <output aria-label="Size">{zoom === null ? 'page' : `${Math.round(zoom * 100)} %`}</output>
        <button
          type="button"
          onClick={larger}
          aria-label="Larger"
          title="Larger: + in the drawing, or Ctrl and the wheel"
        >
          +
        </button>
        <button type="button" onClick={fit} title="0 in the drawing">
          Fit
        </button>
        <Legend />
        <span className={styles.spacer} />
        <button type="button" onClick={() => saveDrawing(svg.current, `${chart.id}.svg`)}>
          SVG
        </button>
        <button type="button" onClick={() => saveDrawing(svg.current, `${chart.id}.png`)}>
          PNG
        </button>
        <button type="button" onClick={() => saveText(mermaidOf(chart), `${chart.id}.mmd`)}>
          Mermaid
        </button>
        <button
          type="button"
          onClick={() => saveText(configOf(pressable(catalogue, chart).entry.machine), `${chart.id}.json`)}
        >
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
        style={style}
        onKeyDown={press}
        onPointerDown={drag}
        // A browser would otherwise drag the link that a drag begins on.
        onDragStart={(event) => event.preventDefault()}
      >
        <Picture
          svg={svg}
          actor={actor}
          drawing={drawing}
          part={address.part}
          linkTo={linkTo}
          active={lit ?? active}
          next={lit ? nothing : next}
          allowed={lit ? nothing : allowed}
          changes={changes}
          unwalked={unwalked}
          walkers={walkers}
        />
      </section>
      <ChosenPart key={address.part} actor={actor} chart={both} address={address} walkers={walkers} isGone={isGone} />
    </>
  );
}
