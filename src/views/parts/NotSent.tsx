import { Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextCopyingRef } from '../../machines/textCopying.machine';
import { Button, buttonLook } from './buttons/Button';
import styles from './NotSent.module.css';
import { useObjectUrl } from './useObjectUrl';

interface NotSentProps {
  text: string;
  files: readonly File[];
  copying: TextCopyingRef;
  /** What it is, and below it what else can be done with it. */
  title?: string;
  /** For screen readers: its name, and the end of its controls' names. There may be several. */
  name?: string | undefined;
  of?: ReactNode;
  children?: ReactNode;
}

/**
 * What a member has written and cannot send where it was meant for: it can be copied and saved, so that it does not vanish with its form
 * (DECISIONS 291, 365). Nothing is shown if there is nothing.
 */
export function NotSent({
  text,
  files,
  copying,
  title = 'You have not sent this:',
  name = 'Not sent',
  of,
  children,
}: NotSentProps) {
  if (text === '' && files.length === 0) return null;
  return (
    <section className={styles.unsent} aria-label={name}>
      <p>{title}</p>
      {text && (
        <>
          <p className={styles.text} dir="auto">
            {text}
          </p>
          <Button onClick={() => copying.send({ type: 'text.copy', text })}>
            <Copy size={18} aria-hidden />
            Copy text
            {of}
          </Button>
        </>
      )}
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none is added or removed here.
        <SaveLink key={place} file={file} of={of} />
      ))}
      {children}
    </section>
  );
}

function SaveLink({ file, of }: { file: File; of: ReactNode }) {
  const address = useObjectUrl(file);
  return (
    address && (
      <a href={address} download={file.name} className={buttonLook()}>
        <Download size={18} aria-hidden />
        Save {file.name}
        {of}
      </a>
    )
  );
}
