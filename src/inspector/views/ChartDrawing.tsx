import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { type Address, writeAddress } from '../address';
import { configOf } from '../chart/config';
import { type Level, levels, levelTitles, levelWithGaps, walkedIn, walkersOf } from '../chart/coverage';
import { differenceOf } from '../chart/difference';
import { mermaidOf } from '../chart/mermaid';
import type { ChartModel } from '../chart/model';
import type { LiveRef, LiveSnapshot } from '../live/liveView.machine';
import { statesIn, valueAt } from '../live/record';
import { saveDrawing, saveText } from '../save';
import { pressable, useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartDrawing.module.css';
import { ChosenPart } from './ChosenPart';
import { Picture } from './Picture';

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
  const address = useSelector(actor, ({ context }) => context.address);
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
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
  const linkTo = useMemo(() => {
    const here: Address = { ...address, chart: chart.id, part: null };
    return (part: string) => writeAddress({ ...here, part });
  }, [address, chart.id]);
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
        onKeyDown={press}
      >
        <Picture
          svg={svg}
          actor={actor}
          drawing={drawing}
          zoom={zoom}
          part={address.part}
          linkTo={linkTo}
          active={lit ?? active}
          next={next}
          changes={changes}
          unwalked={unwalked}
          walkers={walkers}
        />
      </section>
      <ChosenPart chart={chart} address={address} walkers={walkers} />
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
