/**
 * The part of the browser's XMLHttpRequest that the app's uploads use, because Node has none. It reports progress once, as soon as the
 * request has begun.
 */
class Upload {
  readonly upload: { onprogress: ((progress: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  responseText = '';
  readonly #headers = new Headers();
  readonly #stop = new AbortController();
  #method = '';
  #address = '';

  open(method: string, address: string) {
    this.#method = method;
    this.#address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  send(body: FormData) {
    this.#send(body).then(
      () => this.onload?.(),
      () => this.#stop.signal.aborted || this.onerror?.(),
    );
  }
  abort() {
    this.#stop.abort();
  }

  async #send(body: FormData) {
    const request = fetch(this.#address, {
      method: this.#method,
      headers: this.#headers,
      body,
      signal: this.#stop.signal,
    });
    this.upload.onprogress?.({ loaded: 1, total: 1 });
    const answer = await request;
    this.status = answer.status;
    this.responseText = await answer.text();
  }
}

/** Makes the app's uploads work in this process. */
export function provideUploads(): void {
  globalThis.XMLHttpRequest ??= Upload as unknown as typeof XMLHttpRequest;
}
