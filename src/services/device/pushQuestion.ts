import { safeParse } from 'valibot';
import { PushQuestion } from '../../contract/pushDevice';

/**
 * Answers the service worker. For each push message the worker asks whether a page in front has told the member already. If no page
 * answers, it shows the message.
 * @param isTold whether this page has told the member with this id the news of the push message with this tag
 * @returns a function that stops answering
 */
export function answerWorker(isTold: (memberId: string, tag: string) => boolean): () => void {
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    const { success, output } = safeParse(PushQuestion, data);
    if (success) port?.postMessage(isTold(output.memberId, output.tag));
  };
  // Undefined if the page is not a secure context.
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  worker?.addEventListener('message', answer);
  return () => worker?.removeEventListener('message', answer);
}
