import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { IncidentHits, MessageHits } from '../../contract/search';
import { type SearchRef, selectWords } from '../../machines/search/search.machine';
import { incidentChatName } from '../../rules/chat/chatTexts';
import { locationText } from '../../rules/incidents/incidents';
import { markedParts } from '../../rules/search';
import { sinceLabel } from '../../rules/timeTexts';
import { SenderName } from '../chat/list/SenderName';
import { AnimalLabel, StatusTag } from '../incidents/parts/Labels';
import { useNow } from '../parts/useNow';
import styles from './Search.module.css';

/** The found incidents. Each links to its page. */
export function IncidentResults({ search, hits }: { search: SearchRef; hits: IncidentHits['hits'] }) {
  const words = useSelector(search, selectWords);
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby="found-incidents">
      <h2 id="found-incidents" className={styles.heading}>
        Incidents
      </h2>
      <ul className={styles.list}>
        {hits.map(({ id, animalType, status, location, excerpt, contactNumber }) => (
          <li key={id}>
            <Link to="/incident/$incidentId" params={{ incidentId: id }} className={styles.hit} data-item>
              <span className={styles.row}>
                <Marked text={`#${id}`} words={words} />
                <AnimalLabel animalType={animalType} />
                <StatusTag status={status} />
              </span>
              <span className={styles.strong} dir="auto">
                <Marked text={locationText(location)} words={words} />
              </span>
              <span dir="auto">
                <Marked text={excerpt} words={words} />
              </span>
              {contactNumber !== null && (
                <span className={styles.soft}>
                  Informer: <Marked text={contactNumber} words={words} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The found messages. Each links to the message in its chat. */
export function MessageResults({ search, hits }: { search: SearchRef; hits: MessageHits['hits'] }) {
  const now = useNow();
  const words = useSelector(search, selectWords);
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby="found-messages">
      <h2 id="found-messages" className={styles.heading}>
        Messages
      </h2>
      <ul className={styles.list}>
        {hits.map(({ id, chatId, chatName, senderName, timestamp, excerpt }) => (
          <li key={id}>
            <Link
              {...(chatId === null ? { to: '/gchat' } : { to: '/chat/$chatId', params: { chatId } })}
              search={{ message: id }}
              className={styles.hit}
              data-item
            >
              <span className={styles.row}>
                <SenderName name={senderName} />
                <time dateTime={timestamp} className={styles.soft}>
                  {sinceLabel(timestamp, now)}
                </time>
              </span>
              <span dir="auto">
                <Marked text={excerpt} words={words} />
              </span>
              <span className={styles.soft} dir="auto">
                {chatId === null ? 'Global Chat' : incidentChatName(chatName)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A text with the searched words highlighted. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map(({ text: part, isHit, at }) =>
    isHit ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
