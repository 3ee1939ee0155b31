import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApp } from '../app';

/** Ctrl+K, or ⌘K, opens the search from any screen, or selects its text if it is open. Ignored while a dialog is open. */
export function useSearchKey(): void {
  const hasSearch = useApp().can('search');
  const navigate = useNavigate();
  useEffect(() => {
    if (!hasSearch) return;
    const press = (event: KeyboardEvent) => {
      const isIt =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isIt || document.querySelector('dialog[open]')) return;
      // In Chromium and Firefox the key would open the browser's own search.
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('input[data-search]');
      if (field) field.select();
      else void navigate({ to: '/search', search: {} });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [hasSearch, navigate]);
}
