import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../parts/buttons/Button';
import { classes } from '../../parts/classes';
import styles from './Description.module.css';

/** The description of an incident. A long one shows its first lines at first, so that the actions below it stay on the screen. */
export function Description({ text }: { text: string }) {
  const words = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isWhole, setIsWhole] = useState(false);

  // Measured after each rendering, because the text may have changed, and before the browser paints, so that nothing moves. While all of
  // it is shown, nothing can be measured: 'Show less' stays.
  useLayoutEffect(() => {
    const box = words.current;
    if (!box || isWhole) return;
    const measure = () => setIsLong(box.scrollHeight > box.clientHeight);
    measure();
    const resizes = new ResizeObserver(measure);
    resizes.observe(box);
    return () => resizes.disconnect();
  });

  const change = () => {
    flushSync(() => setIsWhole(!isWhole));
    // The end of a long text may be far below its first lines.
    words.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <div ref={words} className={classes(styles.text, !isWhole && styles.clamped)} dir="auto">
        {text}
      </div>
      {isLong && (
        <Button variant="quiet" className={styles.more} aria-expanded={isWhole} onClick={change}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
