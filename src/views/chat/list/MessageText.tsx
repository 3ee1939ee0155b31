import { memo } from 'react';
import { splitMentions } from '../../../rules/chat/mentions';
import { splitReferences } from '../../../rules/chat/references';
import styles from './MessageText.module.css';

interface MessageTextProps {
  text: string;
  knownNames: readonly string[];
}

/**
 * The text of a message. Mentions of known names and of Everyone are highlighted (S1 §5); web addresses, places and phone numbers are
 * links.
 */
export const MessageText = memo(function MessageText({ text, knownNames }: MessageTextProps) {
  return splitReferences(text).map(({ text: stretch, href }, at) =>
    href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text have no other name than their place.
      <Mentions key={at} text={stretch} knownNames={knownNames} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text have no other name than their place.
      <a key={at} href={href} className={styles.link} {...(href.startsWith('http') && anotherPage)}>
        {stretch}
      </a>
    ),
  );
});

/** Web addresses open in a new tab. Other links, such as phone numbers, do not need one. */
const anotherPage = { target: '_blank', rel: 'noopener noreferrer' };

function Mentions({ text, knownNames }: MessageTextProps) {
  return splitMentions(text, knownNames).map((part, at) =>
    part.mention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text have no other name than their place.
      <strong key={at} className={styles.mention}>
        {part.text}
      </strong>
    ) : (
      part.text
    ),
  );
}
