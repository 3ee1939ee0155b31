import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '../app';

/** Where letters are typed, and where they choose. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * All keys of the whole page (DECISIONS 162); ShortcutsSheet.tsx tells them. A dialog and an input method keep their keys, and but for
 * Ctrl+K so does a field. A screen marks what they are for: `data-item` the links of its list, `data-back` its way back,
 * `data-search` the field of the search, and `data-unsent` what would be lost with the screen.
 */
export function useKeys(showShortcuts: () => void): void {
  const hasSearch = useApp().can('search');
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
      // An Esc that is held down has closed a dialog, and that is all.
      if (event.repeat && event.key === 'Escape') return;
      const act = acts.get(nameOf(event));
      if (!act) return;
      // In browsers '/' and Ctrl+K would go to searches of their own.
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasSearch, navigate, showShortcuts]);
}

/** The name of what was pressed; ⌘ counts as Ctrl. Empty for what belongs to a field or to the browser. Shift is part of '?'. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return altKey || shiftKey ? '' : `Ctrl+${key.toLowerCase()}`;
  return altKey || (target instanceof Element && target.closest(FIELDS)) ? '' : key;
}

/** Moves the focus to the next link of the list, or the one before; from elsewhere it starts at the one that is open. */
function focusItem(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const focused = items.findIndex((item) => item.matches(':focus'));
  const from = focused < 0 ? items.findIndex((item) => item.matches('[aria-current]')) : focused;
  items.at(from < 0 ? 0 : Math.max(0, Math.min(from + step, items.length - 1)))?.focus();
}

/** Takes the screen's own way back. Beside a list the focus goes to what was open. */
function goBack(): void {
  const way = document.querySelector<HTMLElement>('[data-back]');
  if (!way || document.querySelector('[data-unsent]')) return;
  document.querySelector<HTMLElement>('[data-item][aria-current]')?.focus();
  way.click();
}
