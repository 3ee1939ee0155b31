import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, use, useMemo } from 'react';
import { MESSAGE_TEXT_LIMIT, type Message } from '../../contract/chats';
import type { ChatAddress } from '../../contract/topics';
import type { ArrivalsRef } from '../../machines/chat/arrivals.machine';
import type { AudioRef } from '../../machines/chat/audio.machine';
import type { ComposerRef } from '../../machines/chat/composer.machine';
import { selectKnownNames } from '../../machines/chat/composer.select';
import type { ConversationRef, conversationMachine } from '../../machines/chat/conversation.machine';
import { selectParts } from '../../machines/chat/conversation.select';
import type { GestureRef } from '../../machines/chat/gesture.machine';
import type { HistoryRef } from '../../machines/chat/history.machine';
import { selectMessage } from '../../machines/chat/history.select';
import type { OverlayRef } from '../../machines/chat/overlay.machine';
import type { PinRef } from '../../machines/chat/pin.machine';
import type { PlaceSharingRef } from '../../machines/chat/placeSharing.machine';
import type { RealtimeRef } from '../../machines/chat/realtime.machine';
import type { ReceiptsRef } from '../../machines/chat/receipts.machine';
import { type RevisionsRef, selectRevisions } from '../../machines/chat/revisions.machine';
import type { TransientTextRef } from '../../machines/chat/transientText.machine';
import type { TypingRef } from '../../machines/chat/typing.machine';
import type { ViewerRef } from '../../machines/chat/viewer.machine';
import type { ViewportRef } from '../../machines/chat/viewport.machine';
import type { WaveformsRef } from '../../machines/chat/waveforms.machine';
import type { ClockRef } from '../../machines/session/clock.machine';
import type { Me } from '../../machines/session/member';
import { type MessagingSnapshot, selectQueue, selectRealtime } from '../../machines/session/messaging.machine';
import type { SessionSnapshot } from '../../machines/session/session.machine';
import { selectClock, selectMe } from '../../machines/session/session.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import type { TextCopyingRef } from '../../machines/textCopying.machine';
import { revised } from '../../rules/chat/messageChanges';
import { useApp, useMember, useScreen } from '../app';

/** What an open chat uses and what lives longer than the chat. */
interface Surroundings {
  readonly me: Me;
  readonly queue: QueueRef;
  readonly realtime: RealtimeRef;
  readonly clock: ClockRef;
  /** The first names that can be mentioned (DECISIONS 18). */
  readonly knownNames: readonly string[];
}

/** One open chat, as its views need it: the actors that live as long as the chat, and its surroundings. */
export interface Chat extends Surroundings {
  readonly conversation: ConversationRef;
  readonly history: HistoryRef;
  readonly viewport: ViewportRef;
  readonly arrivals: ArrivalsRef;
  readonly gesture: GestureRef;
  readonly composer: ComposerRef;
  readonly overlay: OverlayRef;
  readonly pin: PinRef;
  readonly placeSharing: PlaceSharingRef;
  readonly receipts: ReceiptsRef;
  readonly revisions: RevisionsRef;
  /** What screen readers announce. */
  readonly announcer: TransientTextRef;
  readonly bar: TransientTextRef;
  readonly textCopying: TextCopyingRef;
  readonly typing: TypingRef;
  readonly viewer: ViewerRef;
  readonly audio: AudioRef;
  readonly waveforms: WaveformsRef;
}

const ChatContext = createContext<Chat | null>(null);
export const ChatProvider = ChatContext.Provider;

export function useChat(): Chat {
  const chat = use(ChatContext);
  if (!chat) throw new Error('There is no ChatProvider around this view.');
  return chat;
}

/** The message with this id, including this member's own changes that are not confirmed yet; undefined if it is not loaded. */
export function useMessage(messageId: string | null): Message | undefined {
  const { history, revisions } = useChat();
  const message = useSelector(history, selectMessage(messageId));
  const changes = useSelector(revisions, selectRevisions);
  return message && revised(message, changes);
}

/** The search parameters of a chat's address: the id of the message to show. Not validated yet, because anybody can write an address. */
export interface ChatSearch {
  message?: unknown;
}

/** The id of the message that the address of the chat names, or null if this entry of the browser's history has shown it before. */
export const wantedOf = (messageId: string) => (messageId !== history.state?.shown && messageId) || null;

/** Marks in this entry of the browser's history that the message which its address names was shown. */
export const markShown = (messageId: string) => history.replaceState({ ...history.state, shown: messageId }, '');

/**
 * Opens a chat until the screen unmounts. The chat opens at the message with `messageId`, unless that is empty or this entry of the
 * browser's history has shown it before: a reader who reloads the page or comes back has gone on since.
 */
export function useOpenChat(machine: typeof conversationMachine, address: ChatAddress, messageId: string): Chat {
  const { session, can, config, world } = useApp();
  const { messaging } = useMember();
  const { mentionNames } = config;
  const surroundings = useMemo(
    () => ({ ...memberOf(session.getSnapshot(), messaging.getSnapshot()), knownNames: mentionNames }),
    [session, messaging, mentionNames],
  );
  const { me, queue, knownNames } = surroundings;
  const conversation = useScreen(machine, {
    chat: address,
    me,
    world,
    queue,
    knownNames,
    textLimit: can('messageLength') ? MESSAGE_TEXT_LIMIT : null,
    wanted: wantedOf(messageId),
  });
  return useChatOf(conversation, surroundings);
}

/** The `Chat` of a running conversation, for its views. */
export function useChatOf(conversation: ConversationRef, surroundings: Surroundings): Chat {
  const parts = useSelector(conversation, selectParts, shallowEqual);
  const knownNames = useSelector(parts.composer, selectKnownNames);
  return useMemo(
    () => ({ ...surroundings, conversation, ...parts, knownNames }),
    [surroundings, conversation, parts, knownNames],
  );
}

function memberOf(session: SessionSnapshot, messaging: MessagingSnapshot) {
  const [me, queue, realtime, clock] = [
    selectMe(session),
    selectQueue(messaging),
    selectRealtime(messaging),
    selectClock(session),
  ];
  if (!me || !queue || !realtime || !clock) throw new Error('A chat needs somebody who is signed in.');
  return { me, queue, realtime, clock };
}
