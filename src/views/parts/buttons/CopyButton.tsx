import { useSelector } from '@xstate/react';
import { Check, Copy } from 'lucide-react';
import { selectHasFailed, selectIsCopied, type TextCopyingRef } from '../../../machines/textCopying.machine';
import styles from './CopyButton.module.css';
import { IconButton } from './IconButton';

interface CopyButtonProps {
  copying: TextCopyingRef;
  text: string;
  /** What it copies, for screen readers. */
  label: string;
  /** Shown if the browser refuses to copy. */
  failure: string;
}

/** Copies a text to the clipboard and says beside the button whether that worked. */
export function CopyButton({ copying, text, label, failure }: CopyButtonProps) {
  const isCopied = useSelector(copying, selectIsCopied);
  return (
    <>
      <IconButton label={label} onClick={() => copying.send({ type: 'text.copy', text })}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <CopyFlash copying={copying} failure={failure} />
    </>
  );
}

/** Says for a moment whether a text was copied. */
export function CopyFlash({ copying, failure }: Pick<CopyButtonProps, 'copying' | 'failure'>) {
  const isCopied = useSelector(copying, selectIsCopied);
  const hasFailed = useSelector(copying, selectHasFailed);
  return (
    <span className={hasFailed ? styles.failure : styles.flash} role="status">
      {isCopied && 'Copied!'}
      {hasFailed && failure}
    </span>
  );
}
