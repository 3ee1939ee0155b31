// The floor: only a list of plain virtua rows with a sender, a text and a time, which follows its newest message.
import { useLayoutEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { VList, type VListHandle } from 'virtua';
import type { Message } from '../../../src/contract/chats';
import { messageAt, messagesTo, nextFrame, painted } from './page';

let show: (messages: readonly Message[]) => void = () => {};

function Floor({ initial }: { initial: readonly Message[] }) {
  const [messages, setMessages] = useState(initial);
  const list = useRef<VListHandle>(null);
  show = setMessages;
  useLayoutEffect(() => {
    list.current?.scrollToIndex(messages.length - 1, { align: 'end' });
  }, [messages]);
  return (
    <VList ref={list} data-list style={{ height: '100vh' }} data={messages}>
      {(message) => (
        <div key={message.id} style={{ padding: 8 }}>
          <strong>{message.sender.firstName}</strong> <span>{message.text}</span>{' '}
          <time dateTime={message.timestamp}>{message.timestamp.slice(11, 16)}</time>
        </div>
      )}
    </VList>
  );
}

let messages: readonly Message[] = [];
let rendered: Root | null = null;
window.bench = {
  prepare(count) {
    rendered?.unmount();
    messages = messagesTo(count);
  },
  async mount() {
    rendered = createRoot(document.getElementById('root') as HTMLElement);
    rendered.render(<Floor initial={messages} />);
    await painted(`${messages.length}: `);
  },
  append() {
    messages = [...messages, messageAt(messages.length)];
    show(messages);
  },
  settled: () => painted(`${messages.length}: `),
  nextFrame,
};
