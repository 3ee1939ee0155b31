import type { IncomingMessage } from 'node:http';

/** The whole body of a request. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A part of a multipart form. */
export function partOf(form: Buffer, name: string): { fileName: string; type: string; bytes: Buffer } {
  const boundary = form.subarray(0, form.indexOf('\r\n'));
  const start = form.indexOf(`name="${name}"`);
  const content = form.indexOf('\r\n\r\n', start) + 4;
  const head = form.subarray(start, content).toString();
  return {
    fileName: /filename="([^"]*)"/.exec(head)?.[1] ?? '',
    type: /content-type: *(\S+)/i.exec(head)?.[1] ?? '',
    bytes: form.subarray(content, form.indexOf(boundary, content) - 2),
  };
}
