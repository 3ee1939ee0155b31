import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectHasKeys } from '../../machines/notifications/news.select';
import { useApp, useMember } from '../app';

/** Elements in which keys type text or choose an option. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * All keys of the whole page (DECISIONS 162). ShortcutsSheet.tsx lists them. They are ignored while a dialog is open, during
 * composition and, except Ctrl+K, in a field. Those of one character can be turned off (DECISIONS 299). They act on elements that the
 * screens mark: `data-item` is a link of a list, `data-back` the way back, `data-search` the search field, and `data-unsent` something that
 * would be lost with the screen.
 */
export function useKeys(showShortcuts: () => void): void {
  const hasSearch = useApp().can('search');
  const hasKeys = useSelector(useMember().news, selectHasKeys);
  const navigate = useNavigate();
  useEffect(() => {
    const search = () => {
      const field = document.querySelector<HTMLInputElement>('input[data-search]');
      if (field) field.select();
      else void navigate({ to: '/search', search: {} });
    };
    const acts = new Map([
      ['j', () => focusItem(1)],
      ['k', () => focusItem(-1)],
      ['Escape', goBack],
      ['?', showShortcuts],
      ...(hasSearch ? [['/', search] as const, ['Ctrl+k', search] as const] : []),
    ]);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      // An Esc that is still held down after it has closed a dialog must not leave the screen, too.
      if (event.repeat && event.key === 'Escape') return;
      const name = pressedKey(event);
      const act = acts.get(name);
      if (!act || (!hasKeys && name.length === 1)) return;
      // Browsers open their own search on '/' and Ctrl+K.
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasSearch, hasKeys, navigate, showShortcuts]);
}

/** The name of the pressed key; ⌘ counts as Ctrl. Empty if it belongs to a field or the browser. Shift is allowed, because '?' needs it. */
function pressedKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return altKey || shiftKey ? '' : `Ctrl+${key.toLowerCase()}`;
  return altKey || (target instanceof Element && target.closest(FIELDS)) ? '' : key;
}

/**
 * Moves the focus to the next link of the list, or to the previous one. If the focus is elsewhere, it starts at the link of the open
 * screen, or else at the first link in view.
 */
function focusItem(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const current = items.find((item) => item.matches(':focus')) ?? items.find((item) => item.matches('[aria-current]'));
  const next = current
    ? items[items.indexOf(current) + step]
    : items.find((item) => item.getBoundingClientRect().top >= 0);
  next?.focus();
}

/** Presses the Back link of the screen. If its list is beside it, the focus goes to the list's link of the screen that is left. */
function goBack(): void {
  const way = document.querySelector<HTMLElement>('[data-back]');
  if (!way || document.querySelector('[data-unsent]')) return;
  document.querySelector<HTMLElement>('[data-item][aria-current]')?.focus();
  way.click();
}
