/**
 * The part of the browser's XMLHttpRequest that the app's uploads use, for Node, which has none. It tells no progress before everything
 * is out.
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

/** Lets the app's uploads run in this process. */
export function provideUploads(): void {
  globalThis.XMLHttpRequest ??= Upload as unknown as typeof XMLHttpRequest;
}
