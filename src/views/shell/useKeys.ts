import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '../app';

/** Where letters are typed, and where they choose. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * All keys of the whole page (DECISIONS 162). ShortcutsSheet.tsx lists them. They are ignored while a dialog is open, during
 * composition and, except Ctrl+K, in a field. They act on elements that the screens mark: `data-item` is a link of a list, `data-back`
 * the way back, `data-search` the search field, and `data-unsent` something that would be lost with the screen.
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
      // Esc that is held down to close a dialog does not leave the screen, too.
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

/**
 * Moves the focus to the next link of the list, or to the previous one. If the focus is elsewhere, it starts at the link of the open
 * screen. Without one, it goes to the first link in sight.
 */
function focusItem(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const current = items.find((item) => item.matches(':focus')) ?? items.find((item) => item.matches('[aria-current]'));
  const next = current
    ? items[items.indexOf(current) + step]
    : items.find((item) => item.getBoundingClientRect().top >= 0);
  next?.focus();
}

/** Presses the screen's own way back. The focus goes to the link of the screen that is left, if its list is beside it. */
function goBack(): void {
  const way = document.querySelector<HTMLElement>('[data-back]');
  if (!way || document.querySelector('[data-unsent]')) return;
  document.querySelector<HTMLElement>('[data-item][aria-current]')?.focus();
  way.click();
}
