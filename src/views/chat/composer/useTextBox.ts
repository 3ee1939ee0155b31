import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { selectCaret, selectText } from '../../../machines/chat/composer.select';
import { textIn } from '../../../rules/wording';
import { useEmitted } from '../../parts/useEmitted';
import { type ChatSearch, useChat, wantedOf } from '../chat';

/**
 * Keeps the caret of the composer's text box where the chart has it, tells the chart what is typed, and gives the box the focus.
 * @param hasKeyboard whether the device has a keyboard of its own
 */
export function useTextBox(hasKeyboard: boolean) {
  const { composer } = useChat();
  const text = useSelector(composer, selectText);
  const caret = useSelector(composer, selectCaret);
  const box = useRef<HTMLTextAreaElement>(null);

  // When the chart has changed the text, the browser would put the caret at the end of the text.
  useLayoutEffect(() => {
    const input = box.current;
    if (input && input.selectionEnd !== caret && input.value === text) input.setSelectionRange(caret, caret);
  }, [text, caret]);

  const { message }: ChatSearch = useSearch({ strict: false });
  const [opensAtMessage] = useState(() => wantedOf(textIn(message)) !== null);

  // The text box gets the focus when a chat opens, unless that is at a message, which gets it. But not on touch screens: it would open
  // the keyboard. `autoFocus` would force a layout of the half-rendered page.
  useEffect(() => {
    if (!hasKeyboard || opensAtMessage) return;
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [hasKeyboard, opensAtMessage]);

  // The menu in which it was chosen must be closed before, because it holds the focus. So the box gets it after the next rendering.
  const [wanted, setWanted] = useState<object>();
  useEmitted(composer, 'focus.wanted', () => setWanted({}));
  useEffect(() => {
    if (wanted) box.current?.focus();
  }, [wanted]);

  const keepDraft = ({ currentTarget: { value, selectionEnd } }: SyntheticEvent<HTMLTextAreaElement>) =>
    composer.send({ type: 'draft.changed', text: value, caret: selectionEnd });

  // Right after Enter has emptied the chart's text, `select` may fire while the box still shows the sent text. That is no draft. If
  // it fires for a caret that the chart already knows, it is ignored, or it would undo the choice of a suggestion.
  const keepCaret = (event: SyntheticEvent<HTMLTextAreaElement>) => {
    const { value, selectionEnd } = event.currentTarget;
    const known = composer.getSnapshot();
    if (value === selectText(known) && selectionEnd !== selectCaret(known)) keepDraft(event);
  };

  return { box, keepDraft, keepCaret };
}
