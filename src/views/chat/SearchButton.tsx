import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useApp } from '../app';
import { iconButtonLook } from '../parts/IconButton';

/** A link to the search in one chat. `chat` is the chat's id, or 'global'. */
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
