import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import type { ImportAnswer } from '../../../contract/inventory';
import {
  type ItemImportRef,
  selectAnswer,
  selectFailure,
  selectFileName,
  selectIsApplicable,
  selectIsApplied,
  selectIsApplying,
  selectIsChecking,
} from '../../../machines/supplies/itemImport.machine';
import { stockTexts } from '../../../rules/supplies/inventoryTexts';
import { Banner } from '../../parts/Banner';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Modal } from '../../parts/dialogs/Modal';
import { LoadingState } from '../../parts/page/States';
import styles from './Inventory.module.css';

/** Imports items from a CSV file. It first shows what would change, and then applies all changes or none. */
export function ItemImportModal({ actor }: { actor: ItemImportRef }) {
  const answer = useSelector(actor, selectAnswer);
  const fileName = useSelector(actor, selectFileName);
  const failure = useSelector(actor, selectFailure);
  const isChecking = useSelector(actor, selectIsChecking);
  const isApplicable = useSelector(actor, selectIsApplicable);
  const isApplying = useSelector(actor, selectIsApplying);
  const isApplied = useSelector(actor, selectIsApplied);
  const canApply = isApplicable || isApplying;
  return (
    <Modal
      title="Import Items"
      actor={actor}
      size="wide"
      onClose={() => actor.send({ type: 'modal.close' })}
      actions={
        <>
          <Button type="submit" disabled={isApplying}>
            {isApplied ? 'Done' : 'Cancel'}
          </Button>
          {canApply && (
            <NetworkButton variant="primary" busy={isApplying} onClick={() => actor.send({ type: 'import.apply' })}>
              Import
            </NetworkButton>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {isApplied ? (
          <Banner tone="success">{stockTexts.imported}</Banner>
        ) : (
          <FileChoice actor={actor} fileName={fileName} disabled={isApplying || isChecking} />
        )}
        {isChecking && <LoadingState label="Looking at the file…" />}
        <p className={styles.failure} role="alert">
          {failure}
        </p>
        {answer && <Preview answer={answer} isApplied={isApplied} />}
      </div>
    </Modal>
  );
}

function FileChoice({
  actor,
  fileName,
  disabled,
}: {
  actor: ItemImportRef;
  fileName: string | null;
  disabled: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file) actor.send({ type: 'file.choose', file });
    // Otherwise choosing the same file again after it was corrected would cause no change event.
    currentTarget.value = '';
  }
  return (
    <>
      <p>A CSV file like the one of Export. You see what would change before anything is changed.</p>
      <div className={styles.buttons}>
        <Button disabled={disabled} onClick={() => input.current?.click()}>
          <FileUp size={18} aria-hidden /> Choose File
        </Button>
        {fileName && <bdi className={styles.meta}>{fileName}</bdi>}
      </div>
      <input ref={input} type="file" accept=".csv,text/csv" hidden aria-label="CSV file" onChange={choose} />
    </>
  );
}

const kindTexts: Readonly<Record<string, string>> = { create: 'New', update: 'Changed' };

/** The wrong lines, or if there are none, the new and changed items. */
function Preview({ answer: { errors, changes }, isApplied }: { answer: ImportAnswer; isApplied: boolean }) {
  if (errors.length > 0)
    return (
      <>
        <Banner tone="danger">
          {errors.length === 1 ? 'One line is wrong.' : `${errors.length} lines are wrong.`} Nothing is changed.
        </Banner>
        <ul role="list" className={styles.list} aria-label="Wrong lines">
          {errors.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <span>
                Line {line}: {message}
              </span>
            </li>
          ))}
        </ul>
      </>
    );
  const changed = changes.filter(({ kind }) => kind !== 'same');
  const same = changes.length - changed.length;
  return (
    <>
      <ul role="list" className={styles.list} aria-label="Changes">
        {changed.map(({ line, kind, name, details }) => (
          <li key={line}>
            <span className={styles.about}>
              <strong dir="auto">{name}</strong>
              <span className={styles.meta}>
                {kindTexts[kind] ?? kind}
                {details && `: ${details}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.meta} role="status">
        {changed.length === 0 && 'This file changes nothing. '}
        {!isApplied &&
          same > 0 &&
          `${same} ${same === 1 ? 'item stays' : 'items stay'} as ${same === 1 ? 'it is' : 'they are'}.`}
      </p>
    </>
  );
}
