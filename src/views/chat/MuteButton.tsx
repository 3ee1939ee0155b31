import { useSelector } from '@xstate/react';
import { Bell, BellOff } from 'lucide-react';
import { type ChatAddress, chatKey } from '../../contract/topics';
import { selectIsMuted } from '../../machines/notifications/news.select';
import { useMember } from '../app';
import { IconButton } from '../parts/IconButton';

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
