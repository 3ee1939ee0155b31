import { useSelector } from '@xstate/react';
import { Copy, Download } from 'lucide-react';
import { selectText, selectUnsentFiles } from '../../../machines/chat/composer.select';
import { Button, buttonLook } from '../../parts/Button';
import { useChat } from '../chat';
import { useObjectUrl } from '../media/useMediaSource';
import styles from './Unsent.module.css';

/**
 * What a member was writing when the chat could no longer be written in, in the place of the input bar: it can be copied and saved, so
 * that it does not vanish with the bar. DECISIONS 291
 */
export function Unsent() {
  const { composer, textCopying } = useChat();
  const text = useSelector(composer, selectText);
  const files = useSelector(composer, selectUnsentFiles);
  if (text === '' && files.length === 0) return null;
  return (
    <section className={styles.unsent} aria-label="Not sent">
      <p>You have not sent this:</p>
      {text !== '' && (
        <>
          <p className={styles.text} dir="auto">
            {text}
          </p>
          <Button onClick={() => textCopying.send({ type: 'text.copy', text })}>
            <Copy size={18} aria-hidden />
            Copy text
          </Button>
        </>
      )}
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none is added or removed here.
        <SaveLink key={place} file={file} />
      ))}
    </section>
  );
}

function SaveLink({ file }: { file: File }) {
  const address = useObjectUrl(file);
  return (
    address !== null && (
      <a href={address} download={file.name} className={buttonLook()}>
        <Download size={18} aria-hidden />
        Save {file.name}
      </a>
    )
  );
}
