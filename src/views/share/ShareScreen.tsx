import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { AudioLines, Globe, MessageSquare, Share2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChatAddress } from '../../contract/topics';
import { selectIsLoading, selectUnreadable } from '../../machines/feed.machine';
import { selectMe } from '../../machines/session/session.select';
import {
  type ShareRef,
  selectEntries,
  selectFailure,
  selectFeed,
  selectIsAsking,
  selectIsEmpty,
  selectIsHanding,
  selectIsReading,
  selectIsUnusable,
  selectShared,
  type shareMachine,
} from '../../machines/share/share.machine';
import { chatListFailureText, chatListTexts, incidentChatName } from '../../rules/chat/chatTexts';
import { kindOf } from '../../rules/media/media';
import type { Shared } from '../../rules/share';
import { sharedTexts } from '../../rules/share';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { FeedProblem } from '../parts/FeedProblem';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../parts/page/States';
import { useEmitted } from '../parts/useEmitted';
import { useObjectUrl } from '../parts/useObjectUrl';
import styles from './Share.module.css';

/** Asks what to do with a photo or a text that another app has shared (DECISIONS 183, /share). */
export function ShareScreen({ machine }: ScreenProps<typeof shareMachine>) {
  const userId = useSelector(useApp().session, selectMe)?.id ?? '';
  const share = useScreen(machine, { userId });
  const shared = useSelector(share, selectShared);
  const failure = useSelector(share, selectFailure);
  const isAsking = useSelector(share, selectIsAsking);
  const isEmpty = useSelector(share, selectIsEmpty);
  const isHanding = useSelector(share, selectIsHanding);
  const isReading = useSelector(share, selectIsReading);
  const isUnusable = useSelector(share, selectIsUnusable);
  useLeaving(share);
  return (
    <Page title="Shared" actor={share} narrow>
      {isReading && <LoadingState label="Reading what was shared…" />}
      {isEmpty && <EmptyState icon={<Share2 size={32} aria-hidden />}>{sharedTexts.nothing}</EmptyState>}
      {failure !== null &&
        (shared === null ? (
          <ErrorState message={failure} onRetry={() => share.send({ type: 'share.retry' })} />
        ) : (
          <Banner tone="danger">{failure}</Banner>
        ))}
      {shared !== null && (isAsking || isHanding || isUnusable) && <Preview shared={shared} />}
      {isHanding && <LoadingState label="Taking it over…" />}
      {isUnusable && <Button onClick={() => share.send({ type: 'share.discard' })}>OK</Button>}
      {isAsking && <Choice share={share} />}
    </Page>
  );
}

/** Opens the report or the chat to which it was handed over. The entry in the history is replaced, so that Back skips this screen. */
function useLeaving(share: ShareRef) {
  const navigate = useNavigate();
  useEmitted(share, 'share.left', ({ target }) => {
    if (target?.kind === 'report') void navigate({ to: '/report', replace: true });
    else if (target?.chat.kind === 'global') void navigate({ to: '/gchat', replace: true });
    else if (target?.chat.kind === 'incident')
      void navigate({ to: '/chat/$chatId', params: { chatId: target.chat.chatId }, replace: true });
    else void navigate({ to: '/chat', replace: true });
  });
}

/** What was shared, and messages about what was left out. */
function Preview({ shared: { text, files, problems } }: { shared: Shared }) {
  return (
    <section className={styles.preview} aria-label="What was shared">
      {problems.map((problem) => (
        <Banner key={problem} tone="warn">
          {problem}
        </Banner>
      ))}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Shared files">
          {files.map((file, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files do not change, and two may have one name
            <SharedFile key={place} file={file} />
          ))}
        </ul>
      )}
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </section>
  );
}

function SharedFile({ file }: { file: File }) {
  const address = useObjectUrl(file) ?? undefined;
  const kind = kindOf(file.type);
  return (
    <li className={styles.file}>
      <div className={styles.look}>
        {kind === 'IMAGE' && <img src={address} alt="" decoding="async" />}
        {kind === 'VIDEO' && <video src={address} preload="metadata" muted playsInline aria-hidden tabIndex={-1} />}
        {kind === 'AUDIO' && <AudioLines size={28} aria-hidden />}
      </div>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
    </li>
  );
}

/** The choice between a report and the chats. */
function Choice({ share }: { share: ShareRef }) {
  const entries = useSelector(share, selectEntries);
  const feed = useSelector(share, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const unreadable = useSelector(feed, selectUnreadable);
  const choose = (chat: ChatAddress) => share.send({ type: 'chat.choose', chat });
  return (
    <div className={styles.choice}>
      <Button variant="primary" onClick={() => share.send({ type: 'report.choose' })}>
        <TriangleAlert size={20} aria-hidden />
        Report an animal
      </Button>
      <section aria-labelledby="share-chats">
        <h2 id="share-chats" className={styles.heading}>
          Or put it into a chat
        </h2>
        <p className={styles.hint}>You can still change it there before you send it.</p>
        <ul className={styles.chats}>
          <ChatButton icon={<Globe size={20} aria-hidden />} onClick={() => choose({ kind: 'global' })}>
            Global Chat
          </ChatButton>
          {entries?.map(({ chatGroup: { id, name } }) => (
            <ChatButton
              key={id}
              icon={<MessageSquare size={20} aria-hidden />}
              onClick={() => choose({ kind: 'incident', chatId: id })}
            >
              {incidentChatName(name)}
            </ChatButton>
          ))}
        </ul>
        {isLoading && <Skeleton label={chatListTexts.loading} grid={styles.chats} height="3rem" />}
        <FeedProblem feed={feed} textOf={chatListFailureText} />
        <Unreadable count={unreadable} of={['chat', 'chats']} />
      </section>
      <Button onClick={() => share.send({ type: 'share.discard' })}>Cancel</Button>
    </div>
  );
}

const ChatButton = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) => (
  <li>
    <button type="button" className={styles.chat} onClick={onClick}>
      {icon}
      <span dir="auto">{children}</span>
    </button>
  </li>
);
