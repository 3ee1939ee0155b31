import { safeParse } from 'valibot';
import { PushQuestion } from '../contract/pushDevice';

/**
 * Answers the service worker. For each push message the worker asks whether a page in front already shows this member's news. If no page
 * answers, it shows the message.
 * @param isTold whether this page currently shows all news to the member with this id
 * @returns a function that stops answering
 */
export function answerWorker(isTold: (memberId: string) => boolean): () => void {
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    const { success, output } = safeParse(PushQuestion, data);
    if (success) port?.postMessage(isTold(output.memberId));
  };
  // Undefined if the page is not a secure context.
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  worker?.addEventListener('message', answer);
  return () => worker?.removeEventListener('message', answer);
}
