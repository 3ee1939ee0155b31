import { safeParse } from 'valibot';
import { PushQuestion } from '../contract/pushDevice';

/**
 * Answers the service worker, which has a push message and asks whether the page in front tells the member of it by itself.
 * Returns how to stop that: where nobody answers, the worker shows the message.
 * @param isTold whether the member of this id is told here of all news, at this moment
 */
export function answerWorker(isTold: (memberId: string) => boolean): () => void {
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    const { success, output } = safeParse(PushQuestion, data);
    if (success) port?.postMessage(isTold(output.memberId));
  };
  // Not there where the page has no secure context.
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  worker?.addEventListener('message', answer);
  return () => worker?.removeEventListener('message', answer);
}
