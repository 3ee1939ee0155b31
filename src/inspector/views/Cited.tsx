import { useActor, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Catalogue } from '../catalogue';
import { decisionIn, piecesOf } from '../chart/decisions';
import { readDecisions } from '../ports';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './Cited.module.css';

/** A text of the rules. Each decision that it cites can be read below it. */
export function Cited({ actor, text }: { actor: WorkbenchRef; text: string }) {
  const decisions = useSelector(actor, ({ context }) => context.catalogue.decisions);
  const [open, setOpen] = useState<string | null>(null);
  if (!decisions) return text;
  const pieces = piecesOf(text);
  // The text of another rule may have come into the same place.
  const isCited = pieces.some((piece) => 'decision' in piece && piece.decision === open);
  return (
    <>
      {pieces.map((piece, place) =>
        'words' in piece ? (
          piece.words
        ) : (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
            key={place}
            type="button"
            className={styles.name}
            aria-label={`Decision ${piece.decision}`}
            aria-expanded={open === piece.decision}
            onClick={() => setOpen(open === piece.decision ? null : piece.decision)}
          >
            {piece.decision}
          </button>
        ),
      )}
      {open !== null && isCited && <Decision key={open} name={open} decisions={decisions} />}
    </>
  );
}

interface DecisionProps {
  name: string;
  decisions: NonNullable<Catalogue['decisions']>;
}

function Decision({ name, decisions }: DecisionProps) {
  const [{ output: page }] = useActor(readDecisions, { input: decisions });
  if (page === undefined) return null;
  if (page === null)
    return (
      <span role="alert" className={styles.text}>
        The decisions could not be fetched.
      </span>
    );
  return (
    <span role="status" className={styles.text}>
      <strong>{name}</strong> {decisionIn(page, name) ?? 'There is no such decision.'}
    </span>
  );
}
