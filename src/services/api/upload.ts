import type { InferOutput } from 'valibot';
import { type Endpoint, known, pathOf } from '../../contract/endpoint';
import { CallFailure } from '../../contract/failure';
import { isTokenRefused, readAnswer } from './answer';
import type { ApiOptions } from './api';

/** The news of one upload. */
export type UploadNews<Answer> =
  /** The fraction of the bytes that is sent, 0 to 1. */
  | { type: 'upload.progressed'; fraction: number }
  /** The server has accepted it. */
  | { type: 'upload.done'; answer: Answer }
  /** `error` is a CallFailure. */
  | { type: 'upload.failed'; error: unknown };

interface Upload {
  readonly params?: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** In addition to the headers of every call; those that the server does not know are left out. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Uploads a form to an endpoint (S1 §7). It reports the progress, which `fetch` cannot.
 * @returns a function that aborts the upload; after that nothing more is reported
 */
export const createUpload =
  ({ base, token, onUnauthorized, can }: ApiOptions) =>
  <const Called extends Endpoint>(
    endpoint: Called,
    { params, form, headers }: Upload,
    say: (news: UploadNews<InferOutput<Called['answer']>>) => void,
  ): (() => void) => {
    let request = new XMLHttpRequest();
    let isAborted = false;
    const sendAs = (bearer: string | null, isRepeat: boolean) => {
      request.open(endpoint.method, base + pathOf(endpoint, params));
      request.setRequestHeader('Accept', 'application/json');
      if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`);
      for (const [name, value] of known(headers, endpoint.headers, can)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) =>
        say({ type: 'upload.progressed', fraction: total > 0 ? loaded / total : 0 });
      request.onerror = () => say({ type: 'upload.failed', error: new CallFailure('network', 0) });
      request.onload = async () => {
        const isRefused = isTokenRefused(request.status, request.responseText, can);
        const renewed = isRefused && !isRepeat ? await onUnauthorized(bearer) : null;
        if (isAborted) return;
        if (renewed === null) return sayAnswer();
        request = new XMLHttpRequest();
        sendAs(renewed, true);
      };
      request.send(form);
    };
    const sayAnswer = () => {
      try {
        const answer = readAnswer(endpoint, request.status, request.responseText, can) as InferOutput<Called['answer']>;
        say({ type: 'upload.done', answer });
      } catch (error) {
        say({ type: 'upload.failed', error });
      }
    };
    sendAs(token(), false);
    return () => {
      isAborted = true;
      request.abort();
    };
  };
