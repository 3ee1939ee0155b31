import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useApp } from '../app';
import { iconButtonLook } from '../parts/IconButton';

/** Leads to the search in one chat: its id, or 'global'. */
export function SearchButton({ chat }: { chat: string }) {
  return (
    useApp().can('search') && (
      <Link
        to="/search"
        search={{ chat }}
        className={iconButtonLook()}
        aria-label="Search in this chat"
        title="Search in this chat"
      >
        <Search aria-hidden />
      </Link>
    )
  );
}
