import { type Channel, openChannel } from '../channel';

/** A write that was on its way when a member left ends within this time, in milliseconds, or not at all. */
const STRAGGLER_LIMIT = 5_000;

/**
 * The members who have just left this browser. This tab must store nothing of them until their session ends here, or for a few seconds.
 * The tabs of a browser tell each other on a BroadcastChannel.
 * @param onGone another tab says that this member has left; they are already in the list
 */
export function createGoneMembers(channelName: string, onGone: (userId: string) => void) {
  const gone = new Set<string>();
  let channel: Channel | null = null;
  const end = (userId: string): void => void gone.delete(userId);
  function add(userId: string): void {
    gone.add(userId);
    setTimeout(end, STRAGGLER_LIMIT, userId);
  }
  function listen() {
    if (channel) return channel;
    channel = openChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      add(data);
      onGone(data);
    };
    return channel;
  }
  return {
    /** Hears the other tabs from now on. */
    listen: (): void => void listen(),
    /** Tells the other tabs that this member has left. */
    tell: (userId: string): void => listen().postMessage(userId),
    add,
    has: (userId: string): boolean => gone.has(userId),
    /** The member's session has ended in this tab: when they log in again, something of them may be stored again. */
    end,
  };
}
