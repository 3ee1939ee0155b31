import { useSelector } from '@xstate/react';
import { Check, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import type { ComposerSnapshot } from '../../../machines/chat/composer.machine';
import {
  selectActive,
  selectCanSubmit,
  selectCharactersLeft,
  selectEdited,
  selectEnterTakesMention,
  selectIsEditChanged,
  selectIsReviewing,
  selectIsSuggesting,
  selectPlaceholder,
  selectReplyTo,
  selectSubmitBlockedBy,
  selectSuggestions,
  selectText,
} from '../../../machines/chat/composer.select';
import { suggestionNews } from '../../../rules/chat/mentions';
import { lengthNews, lengthText } from '../../../rules/chat/messageLength';
import { IconButton } from '../../parts/buttons/IconButton';
import { NetworkIconButton, useIsOffline } from '../../parts/buttons/NetworkButton';
import { MOUSE } from '../../parts/mediaQueries';
import { useMediaQuery } from '../../parts/useMediaQuery';
import { useChat } from '../chat';
import { AttachButton, Attached, PhotoButton } from './Attachments';
import styles from './Composer.module.css';
import { MentionList, optionId } from './MentionList';
import { PlaceButton } from './PlaceSharing';
import { ReplyBar } from './ReplyBar';
import { useTextBox } from './useTextBox';
import { RecordButton } from './Voice';

/**
 * The input bar (S1 §2): attach, text box, record and send. Above them are the message replied to, the attached files and the recording.
 */
export function Composer() {
  const { composer, typing } = useChat();
  const text = useSelector(composer, selectText);
  const canSubmit = useSelector(composer, selectCanSubmit);
  const blockedBy = useSelector(composer, selectSubmitBlockedBy);
  const isReviewing = useSelector(composer, selectIsReviewing);
  const left = useSelector(composer, selectCharactersLeft);
  const placeholder = useSelector(composer, selectPlaceholder);
  const isSuggesting = useSelector(composer, selectIsSuggesting);
  const suggested = useSelector(composer, (now) => selectSuggestions(now).length);
  const active = useSelector(composer, selectActive);
  const replyTo = useSelector(composer, selectReplyTo);
  const edited = useSelector(composer, selectEdited);
  // A message waits on the device; an edit cannot.
  const needsNetwork = useIsOffline() && edited !== null;
  const SubmitButton = edited ? NetworkIconButton : IconButton;
  const hasKeyboard = useMediaQuery(MOUSE);
  const { box, keepDraft, keepCaret } = useTextBox(hasKeyboard);
  const listId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    composer.send({ type: 'draft.submit' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // An Enter that ends the composition of a character belongs to the input method. Safari marks it with the key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const meant = meaningOf(event, composer.getSnapshot());
    // Esc leaves the text box, because the shortcuts of the page do not work while somebody is typing.
    if (!meant && event.key === 'Escape') event.currentTarget.blur();
    if (!meant) return;
    event.preventDefault();
    if (meant.type === 'draft.submit' && needsNetwork) return;
    composer.send(meant);
  }

  return (
    <form className={styles.composer} onSubmit={submit} data-rests-at="[data-rest]">
      {isSuggesting && <MentionList id={listId} />}
      {edited ? <ReplyBar message={edited} isEdit /> : replyTo && <ReplyBar message={replyTo} isEdit={false} />}
      <Attached />
      {/* Not read out: it changes with each character. */}
      <p className={styles.length} data-too-long={(left ?? 0) < 0}>
        {lengthText(left)}
      </p>
      <p className="visually-hidden" role="status">
        {lengthNews(left)}
      </p>
      <p className="visually-hidden" role="status">
        {suggestionNews(suggested)}
      </p>
      <div className={styles.bar}>
        {/* After a cancelled reply, for example. On touch screens not the text box: it would open the keyboard. */}
        <AttachButton isRest={!hasKeyboard} />
        <div className={styles.box} data-text={text}>
          <textarea
            ref={box}
            data-rest={hasKeyboard || undefined}
            value={text}
            onChange={(event) => {
              keepDraft(event);
              typing.send({ type: 'text.typed', text: event.currentTarget.value });
            }}
            onSelect={keepCaret}
            onKeyDown={onKeyDown}
            rows={1}
            placeholder={placeholder}
            aria-label="Message"
            dir="auto"
            enterKeyHint="send"
            // It keeps its role, because a text area may have no other one.
            {...(isSuggesting && {
              'aria-haspopup': 'listbox',
              'aria-autocomplete': 'list',
              'aria-controls': listId,
              'aria-activedescendant': active >= 0 ? optionId(listId, active) : undefined,
            })}
          />
        </div>
        {/* While nothing is written: beside a text the box needs the width. */}
        <PhotoButton isOffered={text === ''} />
        {text === '' && <PlaceButton />}
        <RecordButton />
        {/* A press leaves the focus in the text box, so that a touch keyboard stays open. */}
        {/* A finished recording has a send button of its own. */}
        {!isReviewing && (
          <SubmitButton
            label={edited ? 'Save' : 'Send'}
            type="submit"
            strong
            disabled={!canSubmit}
            reason={blockedBy ?? undefined}
            onPointerDown={(event) => event.preventDefault()}
          >
            {edited ? <Check size={20} aria-hidden /> : <SendHorizontal size={20} aria-hidden />}
          </SubmitButton>
        )}
      </div>
    </form>
  );
}

/** What the press of a key in the text box sends to the chart; null if the key does nothing special there. */
function meaningOf({ key, shiftKey }: KeyboardEvent, composer: ComposerSnapshot) {
  if (selectIsSuggesting(composer)) {
    if (key === 'ArrowDown') return { type: 'mention.next' } as const;
    if (key === 'ArrowUp') return { type: 'mention.previous' } as const;
    if (key === 'Escape') return { type: 'mention.dismiss' } as const;
    if (key === 'Tab' && !shiftKey) return { type: 'mention.choose' } as const;
    if (key === 'Enter' && selectEnterTakesMention(composer)) return { type: 'mention.choose' } as const;
  }
  if (key === 'Enter' && !shiftKey) return { type: 'draft.submit' } as const;
  if (key !== 'Escape') return null;
  // Esc cancels only an unchanged edit. Changed words are discarded only by the button that cancels the edit.
  if (selectEdited(composer)) return selectIsEditChanged(composer) ? null : ({ type: 'edit.cancel' } as const);
  return selectReplyTo(composer) && ({ type: 'reply.cancel' } as const);
}
