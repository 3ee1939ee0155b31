import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Bell, BellOff, Search } from 'lucide-react';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { selectIsMuted } from '../../machines/notifications/news.select';
import { useApp, useMember } from '../app';
import { IconButton, iconButtonLook } from '../parts/buttons/IconButton';

/** Mutes a chat on this device, or ends that: a muted chat causes no toasts and no sound, except for mentions of the member. */
export function MuteButton({ chat }: { chat: ChatAddress }) {
  const { news } = useMember();
  const key = chatKey(chat);
  const isMuted = useSelector(news, selectIsMuted(key));
  return (
    <IconButton
      label="Mute this chat"
      aria-pressed={isMuted}
      title={isMuted ? 'Muted on this device' : 'Mute this chat on this device'}
      disabled={!news}
      reason="This part of the app is still loading."
      onClick={() => news?.send({ type: isMuted ? 'chat.unmute' : 'chat.mute', key })}
    >
      {isMuted ? <BellOff aria-hidden /> : <Bell aria-hidden />}
    </IconButton>
  );
}

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
