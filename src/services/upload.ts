import type { UploadAnswer } from '../contract/chats';
import { type Endpoint, pathOf } from '../contract/endpoint';
import { CallFailure } from '../contract/failure';
import { readAnswer } from './answer';
import type { ApiOptions } from './api';

/** What becomes of one upload. */
type UploadNews =
  /** How much has gone out, 0 to 1. */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.done'; mediaUrl: string; mediaType: string }
  /** `error` is a CallFailure. */
  | { type: 'upload.failed'; error: unknown };

/**
 * Uploads to an endpoint that takes a file and answers with its address (S1 §7), with progress, which `fetch` cannot tell.
 * Returns how to cut an upload off, after which nothing more is said.
 */
export const createUpload =
  ({ base, token, onUnauthorized }: ApiOptions) =>
  (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    form: FormData,
    say: (news: UploadNews) => void,
  ): (() => void) => {
    const bearer = token();
    const request = new XMLHttpRequest();
    request.open(endpoint.method, base + pathOf(endpoint, params));
    request.setRequestHeader('Accept', 'application/json');
    if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`);
    request.upload.onprogress = ({ loaded, total }) =>
      say({ type: 'upload.progressed', fraction: total > 0 ? loaded / total : 0 });
    request.onerror = () => say({ type: 'upload.failed', error: new CallFailure('network', 0) });
    request.onload = () => {
      if (request.status === 401) onUnauthorized(bearer);
      try {
        const { mediaUrl, mediaType } = readAnswer(endpoint, request.status, request.responseText) as UploadAnswer;
        say({ type: 'upload.done', mediaUrl, mediaType: mediaType ?? 'FILE' });
      } catch (error) {
        say({ type: 'upload.failed', error });
      }
    };
    request.send(form);
    return () => request.abort();
  };
