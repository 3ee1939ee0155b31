import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { differenceOf } from '../chart/difference';
import type { ChartModel } from '../chart/model';
import { noteOf } from '../chart/note';
import { drawnIn } from '../shown';
import { useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './Workbench.module.css';

interface NoteCopyProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  /** The heading of the page: 'Incident · Drawing'. */
  heading: string;
}

interface Copy {
  /** The address at which it was copied. What is said about it goes when something else is shown. */
  readonly link: string;
  readonly text: string;
  readonly isCopied: boolean;
}

/** Copies what is shown, with its link, so that an objection to it can be written anywhere (DECISIONS 320). */
export function NoteCopy({ actor, chart, heading }: NoteCopyProps) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { taken, shown } = useTrail(actor, chart);
  const [copy, setCopy] = useState<Copy | null>(null);

  async function press() {
    const link = location.href;
    const steps = taken.slice(0, shown);
    const { catalogue, address, compared, comparedWith } = context;
    const { tab, part, caller } = address;
    // The other views say nothing of a comparison.
    const isShown = tab === 'drawing' || tab === 'changes';
    const difference = compared && isShown ? differenceOf(compared, chart, catalogue.words) : null;
    const text = noteOf({
      heading,
      chart: difference ? drawnIn(context) : chart,
      part,
      caller,
      comparedWith: difference && comparedWith,
      changes: (part !== null && difference?.about.get(part)) || [],
      steps,
      version: catalogue.version,
      link,
    });
    // Undefined on a page over plain http. The reviewer then copies the text by hand.
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false);
    setCopy({ link, text, isCopied: isCopied === true });
  }

  const said = copy?.link === location.href ? copy : null;
  return (
    <div className={styles.note}>
      <button type="button" title="Its words, its version and its link, for an e-mail or an issue" onClick={press}>
        Copy for a note
      </button>
      <span role="status">{said?.isCopied && 'Copied.'}</span>
      {said && !said.isCopied && (
        <label>
          This browser does not copy it by itself:
          <textarea readOnly rows={4} value={said.text} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
    </div>
  );
}
