import type { Catalogue, Invariant } from '../catalogue';
import type { ChartModel } from '../chart/model';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartTable.module.css';
import { Cited } from './Cited';
import { useLinks } from './useLinks';

interface InvariantsProps {
  actor: WorkbenchRef;
  catalogue: Catalogue;
  invariants: readonly Invariant[];
  chart: ChartModel;
}

/** The invariants across several charts. Those that cover the open chart come first. */
export function Invariants({ actor, catalogue, invariants, chart }: InvariantsProps) {
  const isOfChart = ({ covers }: Invariant) => covers.includes(chart.id);
  const linkTo = useLinks(actor);
  const titleOf = (id: string) => catalogue.charts.find(({ machine }) => machine.id === id)?.title ?? id;
  const listed = [...invariants.filter(isOfChart), ...invariants.filter((one) => !isOfChart(one))];
  return (
    <div className={styles.frame}>
      <p className={styles.notes}>
        What is true in every situation that the rules can lead to. No chart promises it alone: the tests go through all
        situations of a small organisation, and compare a real server with them.
      </p>
      <table aria-label="What holds across the charts">
        <thead>
          <tr>
            <th scope="col">What holds</th>
            <th scope="col">Charts</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((one) => (
            <tr key={one.words} data-chosen={isOfChart(one) || undefined}>
              <th scope="row">{one.words}</th>
              <td>
                <ul className={styles.lines}>
                  {one.covers.map((id) => (
                    <li key={id}>
                      <a href={linkTo({ chart: id, tab: 'together' })}>{titleOf(id)}</a>
                    </li>
                  ))}
                </ul>
              </td>
              <td>
                <Cited actor={actor} text={one.source} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
