import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** In bytes: a smaller answer fits into one packet anyway. */
const SMALLEST = 1024;

/**
 * Compresses JSON and the page as they are sent, at brotli's quality 4, which costs about as much processor as gzip. Media are
 * compressed already; the app's files have compressed copies from the build.
 *
 * Compressing secrets beside what an attacker chooses tells the secret by the length of the answer (BREACH). That needs requests
 * that carry the member's credentials by themselves. Ours do not: the token is in a header that only the app adds, and no answer
 * but that of the login holds one.
 */
export async function compressAnswers(http: FastifyInstance): Promise<void> {
  await http.register(compress, {
    threshold: SMALLEST,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/json|text\/html)\b/,
    // Compressed requests are refused as before: their size is only known when they are unpacked.
    globalDecompression: false,
  });
}
