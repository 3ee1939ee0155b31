import { safeParse } from 'valibot';
import { UploadAnswer } from '../contract/chats';
import { type EndpointName, endpoints, pathOf } from '../contract/endpoints';
import { CallFailure } from '../contract/failure';
import { ErrorAnswer } from '../contract/primitives';

interface UploadOptions {
  readonly base: string;
  readonly token: string | null;
  readonly endpoint: EndpointName;
  readonly params?: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** Told how much has gone out, 0 to 1. */
  progressed(fraction: number): void;
  done(answer: UploadAnswer): void;
  /** `error` is a CallFailure. Not called when the upload is cut off by the returned function. */
  failed(error: CallFailure): void;
  onUnauthorized(token: string | null): void;
}

/** A multipart upload with progress, which `fetch` cannot tell. Returns how to cut it off. */
export function upload(options: UploadOptions): () => void {
  const { base, token, endpoint, params, form, progressed, done, failed, onUnauthorized } = options;
  const request = new XMLHttpRequest();
  request.open('POST', base + pathOf(endpoints[endpoint], params));
  request.setRequestHeader('Accept', 'application/json');
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => progressed(total > 0 ? loaded / total : 0);
  request.onerror = () => failed(new CallFailure('network', 0));
  request.ontimeout = () => failed(new CallFailure('network', 0));
  request.onload = () => {
    if (request.status === 401) onUnauthorized(token);
    const content = parsed(request.responseText);
    if (request.status < 200 || request.status > 299) {
      const { success, output } = safeParse(ErrorAnswer, content);
      return failed(new CallFailure('refused', request.status, success ? (output.message ?? null) : null));
    }
    const answer = safeParse(UploadAnswer, content);
    if (answer.success) done(answer.output);
    else failed(new CallFailure('unreadable', request.status));
  };
  request.send(form);
  return () => request.abort();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
